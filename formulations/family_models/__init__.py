"""Models with constraints for every member of a family, and with members to choose.

``family_model`` is the one class that holds them beside ordinary rows, which ``growing_model`` has.
``choice`` has the rows of a member to choose. Which members bind at a
solution is found by `nzdd.formulations.rows.binding_members`.
"""

from nzdd.formulations.family_models.family_model import FamilyModel

__all__ = ["FamilyModel"]
