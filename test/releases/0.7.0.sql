-- What people have done with 0.7.0, as it is in its database.

insert into sent_links (subject, times, expires_at) values
  ('QOKwPTX5fWSjgqk5kM1yuLK-YRUWgtwK51GTRJ7xp1o', '[1794842561699]', '2026-11-16T16:22:41.699Z'),
  ('lrDrl_AsrwH90144BrtCFUmyYhUzXL5ucXvvTWuCwRA', '[1794842562828]', '2026-11-16T16:22:42.828Z'),
  ('4dhC8dqXPho_KQiZE7kJz3Dbam_txkmvHcJm8j-qI0E', '[1794842562829]', '2026-11-16T16:22:42.829Z'),
  ('7nufdS2Iv3m1IE76JMKcdc7VkUomvvaKAJA4uebu0GQ', '[1794842562963]', '2026-11-16T16:22:42.963Z'),
  ('-fhDUr_RB30XX3QElwn5ugGfbs6tD1zLLoJ8F5tbxRM', '[1794842566665]', '2026-11-16T16:22:46.665Z');

insert into users (id, email, email_verified_at, pending_email, verification_email_sent_at, change_email_sent_at, passkey_handle, created_at, sessions_cutoff, access_ended_at, access_endings, left_at) values
  ('01a1e4f4-0ca3-7000-ba8c-403ca2afa88b', 'ada@example.com', '2026-11-16T15:22:41.773Z', 'ada@example.org', '2026-11-16T15:22:41.698Z', '2026-11-16T15:22:42.827Z', 'ylyfwDTrS0MJsme6VJtc6nW6-aiXDsvXECmKt5VVmRC2CpNsLIYp1lmrT9IizqjGuwj-tFQy7uhnyf8gEahsDA', '2026-11-16T15:22:41.698Z', null, null, 0, null),
  ('01a1e4f4-1193-7000-99ab-be2d445bcb76', 'lin@example.com', null, null, '2026-11-16T15:22:42.963Z', null, '3RWpfvdqQ4TFdzjw4-Q_4_rgKPKM1YZqmQxuGyH3FiAiCy-WDc1D2wuo58cUvbT_o1ytXdJhclLt4WPyushVmw', '2026-11-16T15:22:42.963Z', null, null, 0, null),
  ('01a1e4f4-200b-7000-8aeb-049afe280a18', 'grace@example.com', null, null, '2026-11-16T15:22:46.665Z', null, 'o7j6tKH6mO6cQ4TC2q72xsLq5agtxiGQCWATys6ofgm6HkXCyjEHidl9ItDpRgQk3YWkW1Kcb_HOk0uPK1rsEA', '2026-11-16T15:22:46.665Z', null, null, 0, null);

insert into api_tokens (owner_id, id, token_hash, label, scope, created_at, expires_at, last_used_at) values
  ('01a1e4f4-0ca3-7000-ba8c-403ca2afa88b', '01a1e4f4-1129-7000-8978-f4c6ec7e1a62', 'Gb96GvbQnT3pOz2LSY3LSNQdqLhSA6yaMNcPVZFlbbM', 'Shell', 'write', '2026-11-16T15:22:42.853Z', null, null);

insert into bin (owner_id, item_id, id, kind, text, project_id, status_id, complete, position, created_at, seq, deleted_at) values
  ('01a1e4f4-0ca3-7000-ba8c-403ca2afa88b', '01a1e4f4-0e56-7000-a123-d64be96ab991', '01a1e4f4-0e56-7000-a123-d64be96ab991', 'card', 'Throw away', null, null, 0, 2, '2026-11-16T15:22:42.134Z', 16, '2026-11-16T15:22:42.199Z'),
  ('01a1e4f4-0ca3-7000-ba8c-403ca2afa88b', '01a1e4f4-0ebb-7000-8ed5-b32be0be1e1c', '01a1e4f4-0ec8-7000-91bc-5b23e104876c', 'card', 'Clear', '01a1e4f4-0ebb-7000-8ed5-b32be0be1e1c', '01a1e4f4-0ebb-7001-9f4a-23ab20708fbf', 0, 0, '2026-11-16T15:22:42.248Z', 20, '2026-11-16T15:22:42.265Z'),
  ('01a1e4f4-0ca3-7000-ba8c-403ca2afa88b', '01a1e4f4-0ebb-7000-8ed5-b32be0be1e1c', '01a1e4f4-0ebb-7001-9f4a-23ab20708fbf', 'status', 'To do', '01a1e4f4-0ebb-7000-8ed5-b32be0be1e1c', null, 0, 0, '2026-11-16T15:22:42.265Z', 20, '2026-11-16T15:22:42.265Z'),
  ('01a1e4f4-0ca3-7000-ba8c-403ca2afa88b', '01a1e4f4-0ebb-7000-8ed5-b32be0be1e1c', '01a1e4f4-0ebb-7002-b92a-5b34bf0a1a0f', 'status', 'Doing', '01a1e4f4-0ebb-7000-8ed5-b32be0be1e1c', null, 0, 1, '2026-11-16T15:22:42.265Z', 20, '2026-11-16T15:22:42.265Z'),
  ('01a1e4f4-0ca3-7000-ba8c-403ca2afa88b', '01a1e4f4-0ebb-7000-8ed5-b32be0be1e1c', '01a1e4f4-0ebb-7003-8e81-b0530492accd', 'status', 'Done', '01a1e4f4-0ebb-7000-8ed5-b32be0be1e1c', null, 0, 2, '2026-11-16T15:22:42.265Z', 20, '2026-11-16T15:22:42.265Z'),
  ('01a1e4f4-0ca3-7000-ba8c-403ca2afa88b', '01a1e4f4-0ebb-7000-8ed5-b32be0be1e1c', '01a1e4f4-0ebb-7000-8ed5-b32be0be1e1c', 'project', 'Attic', null, null, 0, 0, '2026-11-16T15:22:42.234Z', 20, '2026-11-16T15:22:42.265Z');

insert into counters (owner_id, seq, oldest, tombstones, cards, bytes) values
  ('01a1e4f4-0ca3-7000-ba8c-403ca2afa88b', 21, 0, 3, 10, 172);

insert into idempotency_keys (owner_id, key, number, request, created_id, created_at) values
  ('01a1e4f4-0ca3-7000-ba8c-403ca2afa88b', 'a-card-that-is-added-once', 1, '6aUO0zQQUCux_pUuef-u4h4K8rE9JUPkU5kO9aNkoRg', '01a1e4f4-111e-7000-94f9-0de4cd08c7ce', '2026-11-16T15:22:42.846Z');

insert into links (token_hash, owner_id, purpose, email, created_at, expires_at, used_at, asked_by) values
  ('Fl_MxWk9EaZydcpKqVLeAnJmQmarXDqOBT7RA2YLlpo', '01a1e4f4-0ca3-7000-ba8c-403ca2afa88b', 'sign_in', 'ada@example.com', '2026-11-16T15:22:41.700Z', '2026-11-16T15:37:41.700Z', '2026-11-16T15:22:41.773Z', null),
  ('P15tQG76UGUZ3rghAV1aDIY7pbOrKBU1cQLFmrNxWec', '01a1e4f4-0ca3-7000-ba8c-403ca2afa88b', 'change_address', 'ada@example.org', '2026-11-16T15:22:42.833Z', '2026-11-16T15:37:42.833Z', null, '19f312e9-677c-4870-8af2-f953a06f0ce6'),
  ('8Pk5XJcvD3gVTPza1mzrTX86S6Ob3MQmHQQCv__C_2o', '01a1e4f4-1193-7000-99ab-be2d445bcb76', 'sign_in', 'lin@example.com', '2026-11-16T15:22:42.964Z', '2026-11-16T15:37:42.964Z', null, null),
  ('XUTq5C9gOMyJb-TOvP7SBhGBPebN_EKF4MWUuikjJWY', '01a1e4f4-200b-7000-8aeb-049afe280a18', 'sign_in', 'grace@example.com', '2026-11-16T15:22:46.669Z', '2026-11-16T15:37:46.669Z', null, null);

insert into outbox (id, owner_id, token_hash, nonce, attempts, next_attempt_at) values
  ('01a1e4f4-200d-7000-b22c-63aeeb572c88', '01a1e4f4-200b-7000-8aeb-049afe280a18', 'XUTq5C9gOMyJb-TOvP7SBhGBPebN_EKF4MWUuikjJWY', 'g8H6yGk3eCo5CPEgVQ8p73bu9Me1Ob7PAB0ApUrXFp8', 1, '2026-11-16T15:22:48.088Z');

insert into passkeys (id, owner_id, credential_id, public_key, sign_count, label, transports, backup_eligible, synced, created_at, last_used_at) values
  ('01a1e4f4-10a9-7000-b9fa-94a4dd4c5d0b', '01a1e4f4-0ca3-7000-ba8c-403ca2afa88b', '4wLbuTWzgZEf52Jpad4ie8CLMPQwJ5feDg1UmHqqGdo', 'pQECAyYgASFYICLOdvJg3QZuJ2-SxBE5LJuQsOGEzJIKT4RLHixUVSh0IlggCeB7VrIpSajsC7BjdMyi1d7Oyl8f0BNIC4xBeFEd_q0', 1, 'Key ring', '["usb"]', 0, 0, '2026-11-16T15:22:42.729Z', '2026-11-16T15:22:42.814Z');

insert into projects (id, owner_id, title, created_at, updated_at, revision, changed) values
  ('01a1e4f4-0d82-7000-87bd-0dd11b580e7c', '01a1e4f4-0ca3-7000-ba8c-403ca2afa88b', 'Garden', '2026-11-16T15:22:41.920Z', '2026-11-16T15:22:41.920Z', 1, 1),
  ('01a1e4f4-0d96-7000-b5f4-03440050015a', '01a1e4f4-0ca3-7000-ba8c-403ca2afa88b', 'Haus & Hof 🏡', '2026-11-16T15:22:41.942Z', '2026-11-16T15:22:42.007Z', 3, 3);

insert into sessions (owner_id, id, method, client, created_at, expires_at, ended_at) values
  ('01a1e4f4-0ca3-7000-ba8c-403ca2afa88b', '19f312e9-677c-4870-8af2-f953a06f0ce6', 'link', null, '2026-11-16T15:22:41.000Z', '2026-12-16T15:22:41.000Z', null),
  ('01a1e4f4-0ca3-7000-ba8c-403ca2afa88b', '8c8b1c3a-7e16-4e10-afc1-6bc51df22855', 'passkey', null, '2026-11-16T15:22:42.000Z', '2026-12-16T15:22:42.000Z', null);

insert into statuses (id, owner_id, project_id, name, position, changed) values
  ('01a1e4f4-0d84-7000-94aa-ef79f7da3200', '01a1e4f4-0ca3-7000-ba8c-403ca2afa88b', '01a1e4f4-0d82-7000-87bd-0dd11b580e7c', 'To do', 0, 1),
  ('01a1e4f4-0d84-7001-b6ae-f84def1a4634', '01a1e4f4-0ca3-7000-ba8c-403ca2afa88b', '01a1e4f4-0d82-7000-87bd-0dd11b580e7c', 'Doing', 1, 1),
  ('01a1e4f4-0d84-7002-b4e8-b623415be55f', '01a1e4f4-0ca3-7000-ba8c-403ca2afa88b', '01a1e4f4-0d82-7000-87bd-0dd11b580e7c', 'Done', 2, 1),
  ('01a1e4f4-0d96-7001-9b08-7f30dac57b01', '01a1e4f4-0ca3-7000-ba8c-403ca2afa88b', '01a1e4f4-0d96-7000-b5f4-03440050015a', 'To do', 0, 2),
  ('01a1e4f4-0d96-7002-8450-a27b41d8e93f', '01a1e4f4-0ca3-7000-ba8c-403ca2afa88b', '01a1e4f4-0d96-7000-b5f4-03440050015a', 'Doing', 1, 2),
  ('01a1e4f4-0d96-7003-b096-d32800d24701', '01a1e4f4-0ca3-7000-ba8c-403ca2afa88b', '01a1e4f4-0d96-7000-b5f4-03440050015a', 'Done', 2, 2);

insert into tombstones (owner_id, id, kind, seq, deleted_at) values
  ('01a1e4f4-0ca3-7000-ba8c-403ca2afa88b', '01a1e4f4-0e56-7000-a123-d64be96ab991', 'card', 16, '2026-11-16T15:22:42.199Z'),
  ('01a1e4f4-0ca3-7000-ba8c-403ca2afa88b', '01a1e4f4-0ec8-7000-91bc-5b23e104876c', 'card', 20, '2026-11-16T15:22:42.265Z'),
  ('01a1e4f4-0ca3-7000-ba8c-403ca2afa88b', '01a1e4f4-0ebb-7000-8ed5-b32be0be1e1c', 'project', 20, '2026-11-16T15:22:42.265Z');

insert into cards (id, owner_id, project_id, status_id, text, complete, position, created_at, updated_at, revision, changed, counted) values
  ('01a1e4f4-0dea-7000-bb4a-72f9889fe300', '01a1e4f4-0ca3-7000-ba8c-403ca2afa88b', '01a1e4f4-0d82-7000-87bd-0dd11b580e7c', '01a1e4f4-0d84-7000-94aa-ef79f7da3200', 'Weed, don''t hoe; 100 %', 0, 0, '2026-11-16T15:22:42.025Z', '2026-11-16T15:22:42.094Z', 11, 11, 4),
  ('01a1e4f4-0df0-7000-865c-e8ee57c76602', '01a1e4f4-0ca3-7000-ba8c-403ca2afa88b', '01a1e4f4-0d82-7000-87bd-0dd11b580e7c', '01a1e4f4-0d84-7002-b4e8-b623415be55f', 'Water the “Café au lait” dahlias', 1, 0, '2026-11-16T15:22:42.032Z', '2026-11-16T15:22:42.090Z', 10, 10, 10),
  ('01a1e4f4-0e0e-7000-887b-9676be9e7ede', '01a1e4f4-0ca3-7000-ba8c-403ca2afa88b', '01a1e4f4-0d82-7000-87bd-0dd11b580e7c', '01a1e4f4-0d84-7001-b6ae-f84def1a4634', 'Sow
radishes, then lettuce

— late', 0, 1, '2026-11-16T15:22:42.061Z', '2026-11-16T15:22:42.081Z', 8, 8, 6),
  ('01a1e4f4-0e18-7000-86ab-e100643efed2', '01a1e4f4-0ca3-7000-ba8c-403ca2afa88b', '01a1e4f4-0d82-7000-87bd-0dd11b580e7c', '01a1e4f4-0d84-7001-b6ae-f84def1a4634', 'לקצור', 0, 0, '2026-11-16T15:22:42.072Z', '2026-11-16T15:22:42.081Z', 8, 8, 7),
  ('01a1e4f4-0e3d-7000-b27e-31c0df3fa219', '01a1e4f4-0ca3-7000-ba8c-403ca2afa88b', null, null, 'Call Lin', 0, 1, '2026-11-16T15:22:42.109Z', '2026-11-16T15:22:42.109Z', 12, 17, 12),
  ('01a1e4f4-0e4f-7000-b2bd-0c3113c5ed35', '01a1e4f4-0ca3-7000-ba8c-403ca2afa88b', null, null, 'Buy string', 0, 2, '2026-11-16T15:22:42.126Z', '2026-11-16T15:22:42.126Z', 13, 17, 13),
  ('01a1e4f4-0e5f-7000-8d6a-94d341994136', '01a1e4f4-0ca3-7000-ba8c-403ca2afa88b', null, null, 'Read', 0, 0, '2026-11-16T15:22:42.143Z', '2026-11-16T15:22:42.143Z', 15, 17, 15),
  ('01a1e4f4-111e-7000-94f9-0de4cd08c7ce', '01a1e4f4-0ca3-7000-ba8c-403ca2afa88b', null, null, 'Once', 0, 3, '2026-11-16T15:22:42.845Z', '2026-11-16T15:22:42.845Z', 21, 21, 21);
