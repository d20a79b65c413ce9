"""the condition “a is more than 1” was used as a plain truth; write & | ~ instead of and, or, not, if; and (a < x) & (x < b) instead of a < x < b"""  # noqa: E501

from legation.core.expr import number

1 < number("a") < 5
