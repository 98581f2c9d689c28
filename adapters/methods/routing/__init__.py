"""Vehicle routes: ``shortest_routes`` proves, ``local_search`` finds good ones first."""
