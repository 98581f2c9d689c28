"""The parts: each has ``case(random, folder)``, which raises if something is wrong."""
