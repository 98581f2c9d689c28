"""What several tests share.

``sets`` has families and diagrams, ``models`` linear and mixed-integer programs, ``learning``
labelled samples; each draws small cases and computes the truth by another method. ``examples`` says
how many examples a property test draws, ``processes`` looks at other processes.
"""
