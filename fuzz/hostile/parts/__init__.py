"""What is tried: each part has ``case(random, folder)``, which raises where something is wrong."""
