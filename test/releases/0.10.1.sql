-- What people have done with 0.10.1, as it is in its database.

insert into sent_links (subject, times, expires_at) values
  ('QOKwPTX5fWSjgqk5kM1yuLK-YRUWgtwK51GTRJ7xp1o', '[1794879991013]', '2026-11-17T02:46:31.013Z'),
  ('Kzph5v8S38je8Qg6KygHuN8LR7JZQhFG3qYdCeXvaxI', '[1794879991561]', '2026-11-17T02:46:31.561Z'),
  ('4dhC8dqXPho_KQiZE7kJz3Dbam_txkmvHcJm8j-qI0E', '[1794879991561]', '2026-11-17T02:46:31.561Z'),
  ('7nufdS2Iv3m1IE76JMKcdc7VkUomvvaKAJA4uebu0GQ', '[1794879991634]', '2026-11-17T02:46:31.634Z'),
  ('-fhDUr_RB30XX3QElwn5ugGfbs6tD1zLLoJ8F5tbxRM', '[1794879993621]', '2026-11-17T02:46:33.621Z');

insert into users (id, email, email_verified_at, pending_email, verification_email_sent_at, change_email_sent_at, passkey_handle, created_at, sessions_cutoff, access_ended_at, access_endings, left_at, disabled_at) values
  ('01a1e72f-2ce6-7000-b936-769b4642025a', 'ada@example.com', '2026-11-17T01:46:31.085Z', 'ada@example.org', '2026-11-17T01:46:31.013Z', '2026-11-17T01:46:31.560Z', 'w8lhWOcL9NjWc1R5LZJHgJzItLMZj95U0MTrq-U0d9ajUMViFYgQAQtE_EUAa6Ay2vLEgt4gfnXx-NsAkgoaOw', '2026-11-17T01:46:31.013Z', null, null, 0, null, null),
  ('01a1e72f-2f52-7000-9a3a-5c2595995cdc', 'lin@example.com', null, null, '2026-11-17T01:46:31.634Z', null, 'Wa2NgWh4M66wNyd65zivZq9vWv-Zo82pyl01-0LQv9enZQxoiCE0uq31ZQnCYIHq-5ttm-auHw0c-ljCBXYLSg', '2026-11-17T01:46:31.634Z', null, null, 0, null, null),
  ('01a1e72f-3716-7000-811f-14d3ac19ace0', 'grace@example.com', null, null, '2026-11-17T01:46:33.621Z', null, 'oMj1qVY_nE4vHfebXZjlpk8Z_h6-Uas3aNNygcJfacnoHfaT4V-WRaw91xUWfWf3fb5wm5EAkh0QqhTbje1dqg', '2026-11-17T01:46:33.621Z', null, null, 0, null, null);

insert into api_tokens (owner_id, id, token_hash, label, scope, created_at, expires_at, last_used_at) values
  ('01a1e72f-2ce6-7000-b936-769b4642025a', '01a1e72f-2f17-7000-aa00-ce16176e3761', 'bMCz_GpyH4xf1Ofd7y_LBQO_VkCJhsuTqUsJmfe8A9w', 'Shell', 'write', '2026-11-17T01:46:31.575Z', null, null);

insert into bin (owner_id, item_id, id, kind, text, project_id, status_id, complete, position, created_at, seq, deleted_at) values
  ('01a1e72f-2ce6-7000-b936-769b4642025a', '01a1e72f-2d89-7000-83b7-2d79a4aef32b', '01a1e72f-2d89-7000-83b7-2d79a4aef32b', 'card', 'Throw away', null, null, 0, 2, '2026-11-17T01:46:31.177Z', 16, '2026-11-17T01:46:31.185Z'),
  ('01a1e72f-2ce6-7000-b936-769b4642025a', '01a1e72f-2d9a-7000-840c-708dee60347e', '01a1e72f-2d9e-7000-a8d8-358d8003da68', 'card', 'Clear', '01a1e72f-2d9a-7000-840c-708dee60347e', '01a1e72f-2d9a-8000-840c-808dee60347e', 0, 0, '2026-11-17T01:46:31.198Z', 20, '2026-11-17T01:46:31.201Z'),
  ('01a1e72f-2ce6-7000-b936-769b4642025a', '01a1e72f-2d9a-7000-840c-708dee60347e', '01a1e72f-2d9a-8000-840c-808dee60347e', 'status', 'To do', '01a1e72f-2d9a-7000-840c-708dee60347e', null, 0, 0, '2026-11-17T01:46:31.201Z', 20, '2026-11-17T01:46:31.201Z'),
  ('01a1e72f-2ce6-7000-b936-769b4642025a', '01a1e72f-2d9a-7000-840c-708dee60347e', '01a1e72f-2d9a-8000-840c-908dee60347e', 'status', 'Doing', '01a1e72f-2d9a-7000-840c-708dee60347e', null, 0, 1, '2026-11-17T01:46:31.201Z', 20, '2026-11-17T01:46:31.201Z'),
  ('01a1e72f-2ce6-7000-b936-769b4642025a', '01a1e72f-2d9a-7000-840c-708dee60347e', '01a1e72f-2d9a-8000-840c-a08dee60347e', 'status', 'Done', '01a1e72f-2d9a-7000-840c-708dee60347e', null, 0, 2, '2026-11-17T01:46:31.201Z', 20, '2026-11-17T01:46:31.201Z'),
  ('01a1e72f-2ce6-7000-b936-769b4642025a', '01a1e72f-2d9a-7000-840c-708dee60347e', '01a1e72f-2d9a-7000-840c-708dee60347e', 'project', 'Attic', null, null, 0, 0, '2026-11-17T01:46:31.194Z', 20, '2026-11-17T01:46:31.201Z');

insert into counters (owner_id, seq, oldest, tombstones, cards, bytes) values
  ('01a1e72f-2ce6-7000-b936-769b4642025a', 21, 0, 3, 10, 172);

insert into idempotency_keys (owner_id, key, number, request, created_id, created_at) values
  ('01a1e72f-2ce6-7000-b936-769b4642025a', 'a-card-that-is-added-once', 1, '6aUO0zQQUCux_pUuef-u4h4K8rE9JUPkU5kO9aNkoRg', '01a1e72f-2f13-7000-80ab-44e0b9345c0c', '2026-11-17T01:46:31.571Z');

insert into links (token_hash, owner_id, purpose, email, created_at, expires_at, used_at, asked_by) values
  ('JzceXl79PwLLTgqxMoz_oaQ5qZgQuiSXRfWcXZA9PzE', '01a1e72f-2ce6-7000-b936-769b4642025a', 'sign_in', 'ada@example.com', '2026-11-17T01:46:31.015Z', '2026-11-17T02:01:31.015Z', '2026-11-17T01:46:31.085Z', null),
  ('TynSFJAp3YLXIj2Y6epOq0lKrwinnZA8M0j98dx10MA', '01a1e72f-2ce6-7000-b936-769b4642025a', 'change_address', 'ada@example.org', '2026-11-17T01:46:31.562Z', '2026-11-17T02:01:31.562Z', null, '51f52e09-ac09-472f-9e4e-b31b742dd28a'),
  ('N6Lweqzn-j0i2QbxwkjNtIicmUMRSFEI-uF1UtW0P_8', '01a1e72f-2f52-7000-9a3a-5c2595995cdc', 'sign_in', 'lin@example.com', '2026-11-17T01:46:31.634Z', '2026-11-17T02:01:31.634Z', null, null),
  ('EniBCswycuYJc_wenMdPn3gb2aXV9GFXA1qa6xXPAeY', '01a1e72f-3716-7000-811f-14d3ac19ace0', 'sign_in', 'grace@example.com', '2026-11-17T01:46:33.623Z', '2026-11-17T02:01:33.623Z', null, null);

insert into outbox (id, owner_id, token_hash, nonce, attempts, next_attempt_at) values
  ('01a1e72f-3718-7000-8b53-e8e678112ea4', '01a1e72f-3716-7000-811f-14d3ac19ace0', 'EniBCswycuYJc_wenMdPn3gb2aXV9GFXA1qa6xXPAeY', '3iMgPgIMlxDk7NlqSF5mSN2kvq4dW53skszTTPYvCpw', 1, '2026-11-17T01:46:34.691Z');

insert into passkeys (id, owner_id, credential_id, public_key, sign_count, label, transports, backup_eligible, synced, created_at, last_used_at) values
  ('01a1e72f-2eef-7000-b929-a403c6ff3f79', '01a1e72f-2ce6-7000-b936-769b4642025a', 'Rxxl1ogppR6m7XqFuc346gcNZAFoLh8kyve35GrE8wU', 'pQECAyYgASFYID9zQCIyGiigVDutqRbfU3mtTlrza4IDn-_pRCIldoX7Ilggekmg5dVTrSXzAB98j5PUMw5GR5d7shuNk0DeEhaCIzg', 1, 'Key ring', '["usb"]', 0, 0, '2026-11-17T01:46:31.535Z', '2026-11-17T01:46:31.556Z');

insert into projects (id, owner_id, title, created_at, updated_at, revision, changed) values
  ('01a1e72f-2d3e-7000-b6ca-5fc08f953283', '01a1e72f-2ce6-7000-b936-769b4642025a', 'Garden', '2026-11-17T01:46:31.101Z', '2026-11-17T01:46:31.101Z', 1, 1),
  ('01a1e72f-2d44-7000-b600-c05ca572bb7c', '01a1e72f-2ce6-7000-b936-769b4642025a', 'Haus & Hof 🏡', '2026-11-17T01:46:31.107Z', '2026-11-17T01:46:31.115Z', 3, 3);

insert into sessions (owner_id, id, method, client, created_at, expires_at, ended_at) values
  ('01a1e72f-2ce6-7000-b936-769b4642025a', '51f52e09-ac09-472f-9e4e-b31b742dd28a', 'link', null, '2026-11-17T01:46:31.000Z', '2026-12-17T01:46:31.000Z', null),
  ('01a1e72f-2ce6-7000-b936-769b4642025a', 'f2a4d212-7b92-4a2f-a9c3-d16d2a9697a7', 'passkey', null, '2026-11-17T01:46:31.000Z', '2026-12-17T01:46:31.000Z', null);

insert into statuses (id, owner_id, project_id, name, position, changed) values
  ('01a1e72f-2d3e-8000-b6ca-6fc08f953283', '01a1e72f-2ce6-7000-b936-769b4642025a', '01a1e72f-2d3e-7000-b6ca-5fc08f953283', 'To do', 0, 1),
  ('01a1e72f-2d3e-8000-b6ca-7fc08f953283', '01a1e72f-2ce6-7000-b936-769b4642025a', '01a1e72f-2d3e-7000-b6ca-5fc08f953283', 'Doing', 1, 1),
  ('01a1e72f-2d3e-8000-b6ca-8fc08f953283', '01a1e72f-2ce6-7000-b936-769b4642025a', '01a1e72f-2d3e-7000-b6ca-5fc08f953283', 'Done', 2, 1),
  ('01a1e72f-2d44-8000-b600-d05ca572bb7c', '01a1e72f-2ce6-7000-b936-769b4642025a', '01a1e72f-2d44-7000-b600-c05ca572bb7c', 'To do', 0, 2),
  ('01a1e72f-2d44-8000-b600-e05ca572bb7c', '01a1e72f-2ce6-7000-b936-769b4642025a', '01a1e72f-2d44-7000-b600-c05ca572bb7c', 'Doing', 1, 2),
  ('01a1e72f-2d44-8000-b600-f05ca572bb7c', '01a1e72f-2ce6-7000-b936-769b4642025a', '01a1e72f-2d44-7000-b600-c05ca572bb7c', 'Done', 2, 2);

insert into tombstones (owner_id, id, kind, seq, deleted_at) values
  ('01a1e72f-2ce6-7000-b936-769b4642025a', '01a1e72f-2d89-7000-83b7-2d79a4aef32b', 'card', 16, '2026-11-17T01:46:31.185Z'),
  ('01a1e72f-2ce6-7000-b936-769b4642025a', '01a1e72f-2d9e-7000-a8d8-358d8003da68', 'card', 20, '2026-11-17T01:46:31.201Z'),
  ('01a1e72f-2ce6-7000-b936-769b4642025a', '01a1e72f-2d9a-7000-840c-708dee60347e', 'project', 20, '2026-11-17T01:46:31.201Z');

insert into cards (id, owner_id, project_id, status_id, text, complete, position, created_at, updated_at, revision, changed, counted) values
  ('01a1e72f-2d55-7000-9b1d-763a6190fcc3', '01a1e72f-2ce6-7000-b936-769b4642025a', '01a1e72f-2d3e-7000-b6ca-5fc08f953283', '01a1e72f-2d3e-8000-b6ca-6fc08f953283', 'Weed, don''t hoe; 100 %', 0, 0, '2026-11-17T01:46:31.124Z', '2026-11-17T01:46:31.167Z', 11, 11, 4),
  ('01a1e72f-2d5a-7000-9244-07e19a35e3ef', '01a1e72f-2ce6-7000-b936-769b4642025a', '01a1e72f-2d3e-7000-b6ca-5fc08f953283', '01a1e72f-2d3e-8000-b6ca-8fc08f953283', 'Water the “Café au lait” dahlias', 1, 0, '2026-11-17T01:46:31.130Z', '2026-11-17T01:46:31.164Z', 10, 10, 10),
  ('01a1e72f-2d60-7000-a417-e9b00528a801', '01a1e72f-2ce6-7000-b936-769b4642025a', '01a1e72f-2d3e-7000-b6ca-5fc08f953283', '01a1e72f-2d3e-8000-b6ca-7fc08f953283', 'Sow
radishes, then lettuce

— late', 0, 1, '2026-11-17T01:46:31.136Z', '2026-11-17T01:46:31.153Z', 8, 8, 6),
  ('01a1e72f-2d67-7000-ae7d-4526d4da1926', '01a1e72f-2ce6-7000-b936-769b4642025a', '01a1e72f-2d3e-7000-b6ca-5fc08f953283', '01a1e72f-2d3e-8000-b6ca-7fc08f953283', 'לקצור', 0, 0, '2026-11-17T01:46:31.142Z', '2026-11-17T01:46:31.153Z', 8, 8, 7),
  ('01a1e72f-2d83-7000-9c4d-63d941860cb0', '01a1e72f-2ce6-7000-b936-769b4642025a', null, null, 'Call Lin', 0, 1, '2026-11-17T01:46:31.170Z', '2026-11-17T01:46:31.170Z', 12, 17, 12),
  ('01a1e72f-2d86-7000-bebf-d1d32c9b666d', '01a1e72f-2ce6-7000-b936-769b4642025a', null, null, 'Buy string', 0, 2, '2026-11-17T01:46:31.174Z', '2026-11-17T01:46:31.174Z', 13, 17, 13),
  ('01a1e72f-2d8e-7000-a98f-cdc4e53c222e', '01a1e72f-2ce6-7000-b936-769b4642025a', null, null, 'Read', 0, 0, '2026-11-17T01:46:31.181Z', '2026-11-17T01:46:31.181Z', 15, 17, 15),
  ('01a1e72f-2f13-7000-80ab-44e0b9345c0c', '01a1e72f-2ce6-7000-b936-769b4642025a', null, null, 'Once', 0, 3, '2026-11-17T01:46:31.571Z', '2026-11-17T01:46:31.571Z', 21, 21, 21);
