package dev.belljar.client;

import static dev.belljar.client.ApiRequests.encode;

import dev.belljar.contract.request.AddSshKey;
import dev.belljar.contract.view.MachineKey;
import dev.belljar.contract.view.SshKey;
import dev.belljar.contract.view.SshKeys;

/// The API of ssh keys over HTTP.
record HttpSshClient(ApiRequests requests) implements SshClient {
    @Override
    public SshKeys keys(String id) throws AgentException, InterruptedException {
        return requests.get(path(id, "/ssh-keys"), SshKeys.class);
    }

    @Override
    public SshKey add(String id, String key) throws AgentException, InterruptedException {
        return requests.post(path(id, "/ssh-keys"), new AddSshKey(key), SshKey.class);
    }

    @Override
    public SshKey revoke(String id, String key) throws AgentException, InterruptedException {
        return requests.delete(path(id, "/ssh-keys?key=" + encode(key)), SshKey.class);
    }

    @Override
    public MachineKey own(String id) throws AgentException, InterruptedException {
        return requests.post(path(id, "/machine-key"), null, MachineKey.class);
    }

    private static String path(String id, String rest) {
        return "/sandboxes/" + encode(id) + rest;
    }
}
