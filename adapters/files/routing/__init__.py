"""Files of vehicle routing problems: ``vrplib`` reads them."""
