"""What a hostile user would do, by seed: cases of six parts, each in a process that may die.

``lanes`` starts workers and hears how their cases end, ``worker`` runs the cases of a part,
``case`` has what a case and the judges of answers share, ``command`` runs ``nzdd`` with limits,
``damage`` spoils bytes, ``known`` lists what others document as their limits. ``parts`` are what is
tried; ``exact`` draws models and works out the truth in rational numbers.
"""
