"""the condition “a is at least 1” was used as a plain truth; write & | ~ instead of and, or, not, if; and (a < x) & (x < b) instead of a < x < b"""  # noqa: E501

from legation.core.expr import number

number("a") >= 1 and number("b") >= 1
