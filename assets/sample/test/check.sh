#!/bin/sh
# Each case: a text, and the first line that is expected of it.
passed=0 failed=0
expect() {
    got=$(printf '%s' "$1" | ./tally | head -n 1)
    if [ "$got" = "$2" ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "for \"$1\": expected \"$2\", got \"$got\""; fi
}
expect 'the cat and the hat' '2 the'
expect 'One one ONE two' '3 one'
expect '' ''
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
