#!/bin/sh
# Writes the fuzzer's first inputs into the folder named: a conversation, frames in step, bare fields.
set -eu
mkdir -p "$1"
magic='BELLJAR-LINK\000\000\000\001'
nonce='0123456789abcdef'
start='\000\000\000\037\000\000\000\000\002\001\000\000\000\010\000\000\000\000\000\000\000\001\013\000\000\000\010\000\000\000\000\000\000\000\000'
fields='\050\000\000\000\010\000\000\000\000\000\000\000\001\051\000\000\000\002sh\051\000\000\000\002-c\051\000\000\000\004true\052\000\000\000\003A=1'
open='\000\000\000\060\000\000\000\001\020'
data='\000\000\000\010\000\000\000\001\022\000hi'
printf "\\002$magic$nonce$start$open$fields$data" >"$1/conversation"
printf "\\020noise$magic$nonce$start$magic$nonce$start" >"$1/again"
printf "\\021$start$open$fields" >"$1/in-step"
printf "\\001$fields" >"$1/fields"
printf "\\003\\000\\000\\000\\000$magic$nonce" >"$1/broken"
printf "\\377\\000\\001\\000\\005\\000\\000\\000\\001\\022" >"$1/largest"
