-- What people have done with 0.8.0, as it is in its database.

insert into sent_links (subject, times, expires_at) values
  ('QOKwPTX5fWSjgqk5kM1yuLK-YRUWgtwK51GTRJ7xp1o', '[1794842575270]', '2026-11-16T16:22:55.270Z'),
  ('AXtqP_1jBENu6XV3lS-s2JJXpOwzwHrHo4HsB1gY4cQ', '[1794842575743]', '2026-11-16T16:22:55.743Z'),
  ('4dhC8dqXPho_KQiZE7kJz3Dbam_txkmvHcJm8j-qI0E', '[1794842575744]', '2026-11-16T16:22:55.744Z'),
  ('7nufdS2Iv3m1IE76JMKcdc7VkUomvvaKAJA4uebu0GQ', '[1794842575981]', '2026-11-16T16:22:55.981Z'),
  ('-fhDUr_RB30XX3QElwn5ugGfbs6tD1zLLoJ8F5tbxRM', '[1794842579353]', '2026-11-16T16:22:59.353Z');

insert into users (id, email, email_verified_at, pending_email, verification_email_sent_at, change_email_sent_at, passkey_handle, created_at, sessions_cutoff, access_ended_at, access_endings, left_at) values
  ('01a1e4f4-41a9-7000-b20c-dc97e1f343a0', 'ada@example.com', '2026-11-16T15:22:55.376Z', 'ada@example.org', '2026-11-16T15:22:55.270Z', '2026-11-16T15:22:55.743Z', 'KzdVOQaHnwGuIZibvQn0o8dVpEL0JpbbJrsrLjnM2JiJZk6SzRd8nRrEpdPxC2_UHOLMS1YOdtNquFV6ap29Lw', '2026-11-16T15:22:55.270Z', null, null, 0, null),
  ('01a1e4f4-446e-7000-8749-22ebbc565192', 'lin@example.com', null, null, '2026-11-16T15:22:55.980Z', null, '_3SIEsRqDwoZdmEAru_VAdhclLJ4JRtHmswmw3TdZUVUByTeOrt18vSPjeqSU0ev3UTN3RU9Nxb4mv81HpARIg', '2026-11-16T15:22:55.980Z', null, null, 0, null),
  ('01a1e4f4-51b0-7000-a6b4-9fefe35df622', 'grace@example.com', null, null, '2026-11-16T15:22:59.352Z', null, 'fozs84XcBP3SoabuqhsWSX3Aga8r0pavPLjP02N5n47_RvH7lEOVgk-j7hSYLetnO1fz3QqF0NtkxhfjXi1v1g', '2026-11-16T15:22:59.352Z', null, null, 0, null);

insert into api_tokens (owner_id, id, token_hash, label, scope, created_at, expires_at, last_used_at) values
  ('01a1e4f4-41a9-7000-b20c-dc97e1f343a0', '01a1e4f4-43eb-7000-b44e-ae152089877f', 'wrky9MoFxTrwgh0__n26PNyPYNIxGMboSpvXc8mYUWc', 'Shell', 'write', '2026-11-16T15:22:55.851Z', null, null);

insert into bin (owner_id, item_id, id, kind, text, project_id, status_id, complete, position, created_at, seq, deleted_at) values
  ('01a1e4f4-41a9-7000-b20c-dc97e1f343a0', '01a1e4f4-42a4-7000-9641-e4e46615d9d7', '01a1e4f4-42a4-7000-9641-e4e46615d9d7', 'card', 'Throw away', null, null, 0, 2, '2026-11-16T15:22:55.524Z', 16, '2026-11-16T15:22:55.529Z'),
  ('01a1e4f4-41a9-7000-b20c-dc97e1f343a0', '01a1e4f4-42b2-7000-b0ee-62d0300100af', '01a1e4f4-42b5-7000-b135-7e42361fc447', 'card', 'Clear', '01a1e4f4-42b2-7000-b0ee-62d0300100af', '01a1e4f4-42b2-8000-b0ee-72d0300100af', 0, 0, '2026-11-16T15:22:55.541Z', 20, '2026-11-16T15:22:55.545Z'),
  ('01a1e4f4-41a9-7000-b20c-dc97e1f343a0', '01a1e4f4-42b2-7000-b0ee-62d0300100af', '01a1e4f4-42b2-8000-b0ee-72d0300100af', 'status', 'To do', '01a1e4f4-42b2-7000-b0ee-62d0300100af', null, 0, 0, '2026-11-16T15:22:55.545Z', 20, '2026-11-16T15:22:55.545Z'),
  ('01a1e4f4-41a9-7000-b20c-dc97e1f343a0', '01a1e4f4-42b2-7000-b0ee-62d0300100af', '01a1e4f4-42b2-8000-b0ee-82d0300100af', 'status', 'Doing', '01a1e4f4-42b2-7000-b0ee-62d0300100af', null, 0, 1, '2026-11-16T15:22:55.545Z', 20, '2026-11-16T15:22:55.545Z'),
  ('01a1e4f4-41a9-7000-b20c-dc97e1f343a0', '01a1e4f4-42b2-7000-b0ee-62d0300100af', '01a1e4f4-42b2-8000-b0ee-92d0300100af', 'status', 'Done', '01a1e4f4-42b2-7000-b0ee-62d0300100af', null, 0, 2, '2026-11-16T15:22:55.545Z', 20, '2026-11-16T15:22:55.545Z'),
  ('01a1e4f4-41a9-7000-b20c-dc97e1f343a0', '01a1e4f4-42b2-7000-b0ee-62d0300100af', '01a1e4f4-42b2-7000-b0ee-62d0300100af', 'project', 'Attic', null, null, 0, 0, '2026-11-16T15:22:55.538Z', 20, '2026-11-16T15:22:55.545Z');

insert into counters (owner_id, seq, oldest, tombstones, cards, bytes) values
  ('01a1e4f4-41a9-7000-b20c-dc97e1f343a0', 21, 0, 3, 10, 172);

insert into idempotency_keys (owner_id, key, number, request, created_id, created_at) values
  ('01a1e4f4-41a9-7000-b20c-dc97e1f343a0', 'a-card-that-is-added-once', 1, '6aUO0zQQUCux_pUuef-u4h4K8rE9JUPkU5kO9aNkoRg', '01a1e4f4-43b8-7000-abd7-7669ccb93cfd', '2026-11-16T15:22:55.800Z');

insert into links (token_hash, owner_id, purpose, email, created_at, expires_at, used_at, asked_by) values
  ('UuDx79Kyf9A3AXMaj1vNn27jV3E2xl_XsoyOEEu4p-k', '01a1e4f4-41a9-7000-b20c-dc97e1f343a0', 'sign_in', 'ada@example.com', '2026-11-16T15:22:55.279Z', '2026-11-16T15:37:55.279Z', '2026-11-16T15:22:55.376Z', null),
  ('wtUx4iO-zYCp6kyZefgrsXXFu_JO5atK4OnoQBPVMeA', '01a1e4f4-41a9-7000-b20c-dc97e1f343a0', 'change_address', 'ada@example.org', '2026-11-16T15:22:55.744Z', '2026-11-16T15:37:55.744Z', null, 'fffbc895-b6a1-4420-ad78-4eb7b8b8a561'),
  ('1tI5lAIdrTNR4P1lL0fiWM1BEPepqv20JEmd-Z-Gy7w', '01a1e4f4-446e-7000-8749-22ebbc565192', 'sign_in', 'lin@example.com', '2026-11-16T15:22:55.982Z', '2026-11-16T15:37:55.982Z', null, null),
  ('tGA4p__-hufA5CkYHfFS721_zvvlZLIWFGVvjw2xgqM', '01a1e4f4-51b0-7000-a6b4-9fefe35df622', 'sign_in', 'grace@example.com', '2026-11-16T15:22:59.377Z', '2026-11-16T15:37:59.377Z', null, null);

insert into outbox (id, owner_id, token_hash, nonce, attempts, next_attempt_at) values
  ('01a1e4f4-51b1-7000-8bcd-243f6084171a', '01a1e4f4-51b0-7000-a6b4-9fefe35df622', 'tGA4p__-hufA5CkYHfFS721_zvvlZLIWFGVvjw2xgqM', 'l9EqkOia6sVmK4EHeSIJ8JENH31tjmYjl2RiY1xPLOQ', 1, '2026-11-16T15:23:00.521Z');

insert into passkeys (id, owner_id, credential_id, public_key, sign_count, label, transports, backup_eligible, synced, created_at, last_used_at) values
  ('01a1e4f4-434b-7000-a91f-b9fc76c64b89', '01a1e4f4-41a9-7000-b20c-dc97e1f343a0', 'bFe4sV-IyoIYIY9KZI3MW0kiOudGjGoXmkMpV2hbzvI', 'pQECAyYgASFYIHq_w7c3K1gmPoDqK4Lm6VVpiU0CGWCOqp7JxBLP65zhIlggzX_2pH0ASihyYxZohO9fkBkwfhkfMYRVYpb52ZF3voQ', 1, 'Key ring', '["usb"]', 0, 0, '2026-11-16T15:22:55.691Z', '2026-11-16T15:22:55.736Z');

insert into projects (id, owner_id, title, created_at, updated_at, revision, changed) values
  ('01a1e4f4-4243-7000-ac26-4e1e34d587a1', '01a1e4f4-41a9-7000-b20c-dc97e1f343a0', 'Garden', '2026-11-16T15:22:55.421Z', '2026-11-16T15:22:55.421Z', 1, 1),
  ('01a1e4f4-4251-7000-bf4c-2b291b6a7a35', '01a1e4f4-41a9-7000-b20c-dc97e1f343a0', 'Haus & Hof 🏡', '2026-11-16T15:22:55.441Z', '2026-11-16T15:22:55.457Z', 3, 3);

insert into sessions (owner_id, id, method, client, created_at, expires_at, ended_at) values
  ('01a1e4f4-41a9-7000-b20c-dc97e1f343a0', 'fffbc895-b6a1-4420-ad78-4eb7b8b8a561', 'link', null, '2026-11-16T15:22:55.000Z', '2026-12-16T15:22:55.000Z', null),
  ('01a1e4f4-41a9-7000-b20c-dc97e1f343a0', '9702282b-3237-4d51-bbee-4d0081657e8f', 'passkey', null, '2026-11-16T15:22:55.000Z', '2026-12-16T15:22:55.000Z', null);

insert into statuses (id, owner_id, project_id, name, position, changed) values
  ('01a1e4f4-4243-8000-ac26-5e1e34d587a1', '01a1e4f4-41a9-7000-b20c-dc97e1f343a0', '01a1e4f4-4243-7000-ac26-4e1e34d587a1', 'To do', 0, 1),
  ('01a1e4f4-4243-8000-ac26-6e1e34d587a1', '01a1e4f4-41a9-7000-b20c-dc97e1f343a0', '01a1e4f4-4243-7000-ac26-4e1e34d587a1', 'Doing', 1, 1),
  ('01a1e4f4-4243-8000-ac26-7e1e34d587a1', '01a1e4f4-41a9-7000-b20c-dc97e1f343a0', '01a1e4f4-4243-7000-ac26-4e1e34d587a1', 'Done', 2, 1),
  ('01a1e4f4-4251-8000-bf4c-3b291b6a7a35', '01a1e4f4-41a9-7000-b20c-dc97e1f343a0', '01a1e4f4-4251-7000-bf4c-2b291b6a7a35', 'To do', 0, 2),
  ('01a1e4f4-4251-8000-bf4c-4b291b6a7a35', '01a1e4f4-41a9-7000-b20c-dc97e1f343a0', '01a1e4f4-4251-7000-bf4c-2b291b6a7a35', 'Doing', 1, 2),
  ('01a1e4f4-4251-8000-bf4c-5b291b6a7a35', '01a1e4f4-41a9-7000-b20c-dc97e1f343a0', '01a1e4f4-4251-7000-bf4c-2b291b6a7a35', 'Done', 2, 2);

insert into tombstones (owner_id, id, kind, seq, deleted_at) values
  ('01a1e4f4-41a9-7000-b20c-dc97e1f343a0', '01a1e4f4-42a4-7000-9641-e4e46615d9d7', 'card', 16, '2026-11-16T15:22:55.529Z'),
  ('01a1e4f4-41a9-7000-b20c-dc97e1f343a0', '01a1e4f4-42b5-7000-b135-7e42361fc447', 'card', 20, '2026-11-16T15:22:55.545Z'),
  ('01a1e4f4-41a9-7000-b20c-dc97e1f343a0', '01a1e4f4-42b2-7000-b0ee-62d0300100af', 'project', 20, '2026-11-16T15:22:55.545Z');

insert into cards (id, owner_id, project_id, status_id, text, complete, position, created_at, updated_at, revision, changed, counted) values
  ('01a1e4f4-4274-7000-9232-e1fdddb8f821', '01a1e4f4-41a9-7000-b20c-dc97e1f343a0', '01a1e4f4-4243-7000-ac26-4e1e34d587a1', '01a1e4f4-4243-8000-ac26-5e1e34d587a1', 'Weed, don''t hoe; 100 %', 0, 0, '2026-11-16T15:22:55.475Z', '2026-11-16T15:22:55.515Z', 11, 11, 4),
  ('01a1e4f4-427a-7000-841d-bdd3a1b9b979', '01a1e4f4-41a9-7000-b20c-dc97e1f343a0', '01a1e4f4-4243-7000-ac26-4e1e34d587a1', '01a1e4f4-4243-8000-ac26-7e1e34d587a1', 'Water the “Café au lait” dahlias', 1, 0, '2026-11-16T15:22:55.482Z', '2026-11-16T15:22:55.511Z', 10, 10, 10),
  ('01a1e4f4-4280-7000-b94b-0439213d5dc8', '01a1e4f4-41a9-7000-b20c-dc97e1f343a0', '01a1e4f4-4243-7000-ac26-4e1e34d587a1', '01a1e4f4-4243-8000-ac26-6e1e34d587a1', 'Sow
radishes, then lettuce

— late', 0, 1, '2026-11-16T15:22:55.487Z', '2026-11-16T15:22:55.501Z', 8, 8, 6),
  ('01a1e4f4-4288-7000-8ff0-cc5fa5165b16', '01a1e4f4-41a9-7000-b20c-dc97e1f343a0', '01a1e4f4-4243-7000-ac26-4e1e34d587a1', '01a1e4f4-4243-8000-ac26-6e1e34d587a1', 'לקצור', 0, 0, '2026-11-16T15:22:55.495Z', '2026-11-16T15:22:55.501Z', 8, 8, 7),
  ('01a1e4f4-429e-7000-8357-0f8a78daa27c', '01a1e4f4-41a9-7000-b20c-dc97e1f343a0', null, null, 'Call Lin', 0, 1, '2026-11-16T15:22:55.518Z', '2026-11-16T15:22:55.518Z', 12, 17, 12),
  ('01a1e4f4-42a1-7000-8392-1a6e0c34d06d', '01a1e4f4-41a9-7000-b20c-dc97e1f343a0', null, null, 'Buy string', 0, 2, '2026-11-16T15:22:55.521Z', '2026-11-16T15:22:55.521Z', 13, 17, 13),
  ('01a1e4f4-42a7-7000-9a1b-85e936ba160a', '01a1e4f4-41a9-7000-b20c-dc97e1f343a0', null, null, 'Read', 0, 0, '2026-11-16T15:22:55.527Z', '2026-11-16T15:22:55.527Z', 15, 17, 15),
  ('01a1e4f4-43b8-7000-abd7-7669ccb93cfd', '01a1e4f4-41a9-7000-b20c-dc97e1f343a0', null, null, 'Once', 0, 3, '2026-11-16T15:22:55.799Z', '2026-11-16T15:22:55.799Z', 21, 21, 21);
