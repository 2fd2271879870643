"""A coding agent: asks a model what to do, does it in the workspace, and tells the model what came of it."""
import json, os, subprocess, sys, urllib.request

SERVER, TASK = sys.argv[1], sys.argv[2]
TOOLS = [{"name": "bash", "input_schema": {"type": "object", "properties": {"command": {"type": "string"}}}},
         {"name": "write", "input_schema": {"type": "object", "properties": {"path": {"type": "string"}, "text": {"type": "string"}}}}]


def asked(messages):
    body = json.dumps({"model": "scripted", "max_tokens": 1000, "tools": TOOLS, "messages": messages}).encode()
    request = urllib.request.Request(SERVER + "/v1/messages", body,
                                     {"content-type": "application/json", "x-api-key": "test", "anthropic-version": "2023-06-01"})
    with urllib.request.urlopen(request, timeout=120) as answer:
        return json.load(answer)


def done(use):
    if use["name"] == "write":
        path = use["input"]["path"]
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path, "w") as file:
            file.write(use["input"]["text"])
        return "written"
    ran = subprocess.run(["sh", "-c", use["input"]["command"]], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return ran.stdout.decode() + "exit code %d" % ran.returncode


messages = [{"role": "user", "content": TASK}]
while True:
    answer = asked(messages)
    messages.append({"role": "assistant", "content": answer["content"]})
    uses = [part for part in answer["content"] if part["type"] == "tool_use"]
    if answer["stop_reason"] != "tool_use":
        print("".join(part["text"] for part in answer["content"] if part["type"] == "text"))
        break
    messages.append({"role": "user", "content": [
        {"type": "tool_result", "tool_use_id": use["id"], "content": done(use)} for use in uses]})
