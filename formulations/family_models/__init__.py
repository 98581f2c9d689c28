"""Models with constraints for every member of a family, and with members to choose.

``family_model`` is the one class that holds them beside ordinary rows. ``choice`` has the rows of a
member to choose, ``levels`` those of the values of integer columns. Which members bind at a
solution is found by `nzdd.formulations.rows.binding_members`.
"""

from nzdd.formulations.family_models.family_model import FamilyModel

__all__ = ["FamilyModel"]
