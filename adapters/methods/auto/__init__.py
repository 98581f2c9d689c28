"""The method "auto" chooses one of the others by counts of the model.

``auto`` chooses and runs it, and reports why; ``model_kind`` judges the model by the
``thresholds``.
"""
