-- What people have done with 0.9.0, as it is in its database.

insert into sent_links (subject, times, expires_at) values
  ('QOKwPTX5fWSjgqk5kM1yuLK-YRUWgtwK51GTRJ7xp1o', '[1794852760196]', '2026-11-16T19:12:40.196Z'),
  ('--7NtAG1wXz6lN-b9LxUZl4DhdOyVHrd8dhdQCvt7nk', '[1794852762377]', '2026-11-16T19:12:42.377Z'),
  ('4dhC8dqXPho_KQiZE7kJz3Dbam_txkmvHcJm8j-qI0E', '[1794852762377]', '2026-11-16T19:12:42.377Z'),
  ('7nufdS2Iv3m1IE76JMKcdc7VkUomvvaKAJA4uebu0GQ', '[1794852762736]', '2026-11-16T19:12:42.736Z'),
  ('-fhDUr_RB30XX3QElwn5ugGfbs6tD1zLLoJ8F5tbxRM', '[1794852767865]', '2026-11-16T19:12:47.865Z');

insert into users (id, email, email_verified_at, pending_email, verification_email_sent_at, change_email_sent_at, passkey_handle, created_at, sessions_cutoff, access_ended_at, access_endings, left_at, disabled_at) values
  ('01a1e58f-aa86-7000-96cd-70933869a375', 'ada@example.com', '2026-11-16T18:12:40.384Z', 'ada@example.org', '2026-11-16T18:12:40.195Z', '2026-11-16T18:12:42.377Z', 'w9kmdfGxZLVrBwBEsRyQqy-uF10svy-KGATRLkIAuh6BlptTUx4xTEvtkRhkt44-aY1O_PBvrKZ8jjd11eU2ug', '2026-11-16T18:12:40.195Z', null, null, 0, null, null),
  ('01a1e58f-b470-7000-a6be-24cc030ced09', 'lin@example.com', null, null, '2026-11-16T18:12:42.736Z', null, 'w1ynssYHOvEqbfGVfX3RnswLZzubKwNf4DcnSQ9wSkXw5BNv9w9lmBfaOX1KR-fSKq7eyukUK63khQdgXkQDgA', '2026-11-16T18:12:42.736Z', null, null, 0, null, null),
  ('01a1e58f-c888-7000-9eaa-8c472fc72a38', 'grace@example.com', null, null, '2026-11-16T18:12:47.864Z', null, 'JVNwh4pIAbYPd1hRJ61jiBwuFtYIko6bwl76apZs_4QloORtGpDnQGzTJrOm-x_4FrG3iN5VaTvKrJ6G3t35mA', '2026-11-16T18:12:47.864Z', null, null, 0, null, null);

insert into api_tokens (owner_id, id, token_hash, label, scope, created_at, expires_at, last_used_at) values
  ('01a1e58f-aa86-7000-96cd-70933869a375', '01a1e58f-b334-7000-9a6b-d8d99c9f53d4', '87vH1OJJFD8elMPOvFSBc0mvBbNTzy0XaZFT7UkufSM', 'Shell', 'write', '2026-11-16T18:12:42.420Z', null, null);

insert into bin (owner_id, item_id, id, kind, text, project_id, status_id, complete, position, created_at, seq, deleted_at) values
  ('01a1e58f-aa86-7000-96cd-70933869a375', '01a1e58f-ad9f-7000-b985-bfc54cac24df', '01a1e58f-ad9f-7000-b985-bfc54cac24df', 'card', 'Throw away', null, null, 0, 2, '2026-11-16T18:12:40.990Z', 16, '2026-11-16T18:12:41.002Z'),
  ('01a1e58f-aa86-7000-96cd-70933869a375', '01a1e58f-adc5-7000-a863-725181df12fa', '01a1e58f-add0-7000-832c-5fff3cd05a28', 'card', 'Clear', '01a1e58f-adc5-7000-a863-725181df12fa', '01a1e58f-adc5-8000-a863-825181df12fa', 0, 0, '2026-11-16T18:12:41.040Z', 20, '2026-11-16T18:12:41.054Z'),
  ('01a1e58f-aa86-7000-96cd-70933869a375', '01a1e58f-adc5-7000-a863-725181df12fa', '01a1e58f-adc5-8000-a863-825181df12fa', 'status', 'To do', '01a1e58f-adc5-7000-a863-725181df12fa', null, 0, 0, '2026-11-16T18:12:41.054Z', 20, '2026-11-16T18:12:41.054Z'),
  ('01a1e58f-aa86-7000-96cd-70933869a375', '01a1e58f-adc5-7000-a863-725181df12fa', '01a1e58f-adc5-8000-a863-925181df12fa', 'status', 'Doing', '01a1e58f-adc5-7000-a863-725181df12fa', null, 0, 1, '2026-11-16T18:12:41.054Z', 20, '2026-11-16T18:12:41.054Z'),
  ('01a1e58f-aa86-7000-96cd-70933869a375', '01a1e58f-adc5-7000-a863-725181df12fa', '01a1e58f-adc5-8000-a863-a25181df12fa', 'status', 'Done', '01a1e58f-adc5-7000-a863-725181df12fa', null, 0, 2, '2026-11-16T18:12:41.054Z', 20, '2026-11-16T18:12:41.054Z'),
  ('01a1e58f-aa86-7000-96cd-70933869a375', '01a1e58f-adc5-7000-a863-725181df12fa', '01a1e58f-adc5-7000-a863-725181df12fa', 'project', 'Attic', null, null, 0, 0, '2026-11-16T18:12:41.028Z', 20, '2026-11-16T18:12:41.054Z');

insert into counters (owner_id, seq, oldest, tombstones, cards, bytes) values
  ('01a1e58f-aa86-7000-96cd-70933869a375', 21, 0, 3, 10, 172);

insert into idempotency_keys (owner_id, key, number, request, created_id, created_at) values
  ('01a1e58f-aa86-7000-96cd-70933869a375', 'a-card-that-is-added-once', 1, '6aUO0zQQUCux_pUuef-u4h4K8rE9JUPkU5kO9aNkoRg', '01a1e58f-b329-7000-a122-74a4aa5a69e7', '2026-11-16T18:12:42.409Z');

insert into links (token_hash, owner_id, purpose, email, created_at, expires_at, used_at, asked_by) values
  ('bFIwrCcX5Qy5F_AFpoWTOWqqHEqG3m3rcvu_ljkj5HE', '01a1e58f-aa86-7000-96cd-70933869a375', 'sign_in', 'ada@example.com', '2026-11-16T18:12:40.204Z', '2026-11-16T18:27:40.204Z', '2026-11-16T18:12:40.384Z', null),
  ('Mkt5lSCotA26pzEpNMKFweQ_ayTbSG4GFc2sbUS_jfI', '01a1e58f-aa86-7000-96cd-70933869a375', 'change_address', 'ada@example.org', '2026-11-16T18:12:42.386Z', '2026-11-16T18:27:42.386Z', null, 'f9509d4f-c082-4710-b5a4-ff34074bd3e6'),
  ('v8F_QGU-IxWAMOceKsvS9IRUslnfPLzZ8Vgptvd-Wmo', '01a1e58f-b470-7000-a6be-24cc030ced09', 'sign_in', 'lin@example.com', '2026-11-16T18:12:42.737Z', '2026-11-16T18:27:42.737Z', null, null),
  ('r77KU8Nxax0qztc3GN12BE54rt1x2pl7cLpNoqrUY7I', '01a1e58f-c888-7000-9eaa-8c472fc72a38', 'sign_in', 'grace@example.com', '2026-11-16T18:12:47.887Z', '2026-11-16T18:27:47.887Z', null, null);

insert into outbox (id, owner_id, token_hash, nonce, attempts, next_attempt_at) values
  ('01a1e58f-c88f-7000-ae06-0366487a4b18', '01a1e58f-c888-7000-9eaa-8c472fc72a38', 'r77KU8Nxax0qztc3GN12BE54rt1x2pl7cLpNoqrUY7I', 'fDpoxv5FwZOWB3kXOeCbcMJjJFsPrbl7XmcT87ilA5w', 1, '2026-11-16T18:12:49.104Z');

insert into passkeys (id, owner_id, credential_id, public_key, sign_count, label, transports, backup_eligible, synced, created_at, last_used_at) values
  ('01a1e58f-b281-7000-b9d5-b5196d285faa', '01a1e58f-aa86-7000-96cd-70933869a375', 'BYI0s0nvGpl7vrOVEcCt9ceuf4pK1H1_mqJXMY32K_A', 'pQECAyYgASFYILFhjXAYNWq9yuUMlRq4VJW_zJmDB0Awg819FU2s4hkSIlggBb73UCaVqAygS6LEESDRK0F9hdKr6gyIlGNyAUwp3r0', 1, 'Key ring', '["usb"]', 0, 0, '2026-11-16T18:12:42.241Z', '2026-11-16T18:12:42.365Z');

insert into projects (id, owner_id, title, created_at, updated_at, revision, changed) values
  ('01a1e58f-abab-7000-bc2f-a1f90621df87', '01a1e58f-aa86-7000-96cd-70933869a375', 'Garden', '2026-11-16T18:12:40.481Z', '2026-11-16T18:12:40.481Z', 1, 1),
  ('01a1e58f-abe3-7000-9da6-a03adb116b98', '01a1e58f-aa86-7000-96cd-70933869a375', 'Haus & Hof 🏡', '2026-11-16T18:12:40.547Z', '2026-11-16T18:12:40.576Z', 3, 3);

insert into sessions (owner_id, id, method, client, created_at, expires_at, ended_at) values
  ('01a1e58f-aa86-7000-96cd-70933869a375', 'f9509d4f-c082-4710-b5a4-ff34074bd3e6', 'link', null, '2026-11-16T18:12:40.000Z', '2026-12-16T18:12:40.000Z', null),
  ('01a1e58f-aa86-7000-96cd-70933869a375', '475f040b-2c84-4e0a-991f-15b3f9b2af09', 'passkey', null, '2026-11-16T18:12:42.000Z', '2026-12-16T18:12:42.000Z', null);

insert into statuses (id, owner_id, project_id, name, position, changed) values
  ('01a1e58f-abab-8000-bc2f-b1f90621df87', '01a1e58f-aa86-7000-96cd-70933869a375', '01a1e58f-abab-7000-bc2f-a1f90621df87', 'To do', 0, 1),
  ('01a1e58f-abab-8000-bc2f-c1f90621df87', '01a1e58f-aa86-7000-96cd-70933869a375', '01a1e58f-abab-7000-bc2f-a1f90621df87', 'Doing', 1, 1),
  ('01a1e58f-abab-8000-bc2f-d1f90621df87', '01a1e58f-aa86-7000-96cd-70933869a375', '01a1e58f-abab-7000-bc2f-a1f90621df87', 'Done', 2, 1),
  ('01a1e58f-abe3-8000-9da6-b03adb116b98', '01a1e58f-aa86-7000-96cd-70933869a375', '01a1e58f-abe3-7000-9da6-a03adb116b98', 'To do', 0, 2),
  ('01a1e58f-abe3-8000-9da6-c03adb116b98', '01a1e58f-aa86-7000-96cd-70933869a375', '01a1e58f-abe3-7000-9da6-a03adb116b98', 'Doing', 1, 2),
  ('01a1e58f-abe3-8000-9da6-d03adb116b98', '01a1e58f-aa86-7000-96cd-70933869a375', '01a1e58f-abe3-7000-9da6-a03adb116b98', 'Done', 2, 2);

insert into tombstones (owner_id, id, kind, seq, deleted_at) values
  ('01a1e58f-aa86-7000-96cd-70933869a375', '01a1e58f-ad9f-7000-b985-bfc54cac24df', 'card', 16, '2026-11-16T18:12:41.002Z'),
  ('01a1e58f-aa86-7000-96cd-70933869a375', '01a1e58f-add0-7000-832c-5fff3cd05a28', 'card', 20, '2026-11-16T18:12:41.054Z'),
  ('01a1e58f-aa86-7000-96cd-70933869a375', '01a1e58f-adc5-7000-a863-725181df12fa', 'project', 20, '2026-11-16T18:12:41.054Z');

insert into cards (id, owner_id, project_id, status_id, text, complete, position, created_at, updated_at, revision, changed, counted) values
  ('01a1e58f-ac3b-7000-a269-2a11da6200a8', '01a1e58f-aa86-7000-96cd-70933869a375', '01a1e58f-abab-7000-bc2f-a1f90621df87', '01a1e58f-abab-8000-bc2f-b1f90621df87', 'Weed, don''t hoe; 100 %', 0, 0, '2026-11-16T18:12:40.621Z', '2026-11-16T18:12:40.937Z', 11, 11, 4),
  ('01a1e58f-ac8e-7000-80da-23635bf95334', '01a1e58f-aa86-7000-96cd-70933869a375', '01a1e58f-abab-7000-bc2f-a1f90621df87', '01a1e58f-abab-8000-bc2f-d1f90621df87', 'Water the “Café au lait” dahlias', 1, 0, '2026-11-16T18:12:40.718Z', '2026-11-16T18:12:40.917Z', 10, 10, 10),
  ('01a1e58f-acca-7000-9f6c-335122c1862b', '01a1e58f-aa86-7000-96cd-70933869a375', '01a1e58f-abab-7000-bc2f-a1f90621df87', '01a1e58f-abab-8000-bc2f-c1f90621df87', 'Sow
radishes, then lettuce

— late', 0, 1, '2026-11-16T18:12:40.769Z', '2026-11-16T18:12:40.851Z', 8, 8, 6),
  ('01a1e58f-acdf-7000-b904-8bfdad2419bf', '01a1e58f-aa86-7000-96cd-70933869a375', '01a1e58f-abab-7000-bc2f-a1f90621df87', '01a1e58f-abab-8000-bc2f-c1f90621df87', 'לקצור', 0, 0, '2026-11-16T18:12:40.799Z', '2026-11-16T18:12:40.851Z', 8, 8, 7),
  ('01a1e58f-ad79-7000-b355-4a1838ce1122', '01a1e58f-aa86-7000-96cd-70933869a375', null, null, 'Call Lin', 0, 1, '2026-11-16T18:12:40.952Z', '2026-11-16T18:12:40.952Z', 12, 17, 12),
  ('01a1e58f-ad88-7000-ab44-50c5f5d6b08a', '01a1e58f-aa86-7000-96cd-70933869a375', null, null, 'Buy string', 0, 2, '2026-11-16T18:12:40.968Z', '2026-11-16T18:12:40.968Z', 13, 17, 13),
  ('01a1e58f-ada5-7000-b85c-d72ddb6f654a', '01a1e58f-aa86-7000-96cd-70933869a375', null, null, 'Read', 0, 0, '2026-11-16T18:12:40.996Z', '2026-11-16T18:12:40.996Z', 15, 17, 15),
  ('01a1e58f-b329-7000-a122-74a4aa5a69e7', '01a1e58f-aa86-7000-96cd-70933869a375', null, null, 'Once', 0, 3, '2026-11-16T18:12:42.409Z', '2026-11-16T18:12:42.409Z', 21, 21, 21);
