-- What people have done with 0.6.0, as it is in its database.

insert into users (id, email, email_verified_at, pending_email, verification_email_sent_at, change_email_sent_at, passkey_handle, created_at) values
  ('01a1e4f3-e438-7000-b01c-a713c25ed2e9', 'ada@example.com', '2026-11-16T15:22:31.430Z', 'ada@example.org', '2026-11-16T15:22:31.351Z', '2026-11-16T15:22:32.011Z', 'dlgohbRRyk9OTon0H5xXRc1IPvEwcQ7R3zJ6CWhMRoIWt8Yn-Y60Nz_E-iqaztciwp_YU_cBtqNtLKf2SB5D0g', '2026-11-16T15:22:31.351Z'),
  ('01a1e4f3-e78f-7000-9a95-ebd693affa4c', 'lin@example.com', null, null, '2026-11-16T15:22:32.207Z', null, 'Vw2ovtIWlrceNSoKx1uEakuyTHRlXttyOkEg-Ew_qUq4W-z83FqV9JX8Qq74wghdofjg8qaLCLzroddy9WSQLA', '2026-11-16T15:22:32.207Z'),
  ('01a1e4f3-f567-7000-a522-c626d9a2ac01', 'grace@example.com', null, null, '2026-11-16T15:22:35.749Z', null, 'Qf8j3lyMHhFBLkWtw0sU1oKIi35U4fCywfTK1do7AlerCFu9pc1TfEu62iamZsCKzXH6tf9ClCSaRW6k8e1aEg', '2026-11-16T15:22:35.749Z');

insert into bin (owner_id, item_id, id, kind, text, project_id, status_id, complete, position, created_at, seq, deleted_at) values
  ('01a1e4f3-e438-7000-b01c-a713c25ed2e9', '01a1e4f3-e547-7000-ae50-4b1b29006029', '01a1e4f3-e547-7000-ae50-4b1b29006029', 'card', 'Throw away', null, null, 0, 2, '2026-11-16T15:22:31.623Z', 16, '2026-11-16T15:22:31.632Z'),
  ('01a1e4f3-e438-7000-b01c-a713c25ed2e9', '01a1e4f3-e55a-7000-ae9e-c4ca68092f49', '01a1e4f3-e563-7000-a0a2-00668b19f95b', 'card', 'Clear', '01a1e4f3-e55a-7000-ae9e-c4ca68092f49', '01a1e4f3-e55a-7001-807d-85fa417fbb66', 0, 0, '2026-11-16T15:22:31.651Z', 20, '2026-11-16T15:22:31.654Z'),
  ('01a1e4f3-e438-7000-b01c-a713c25ed2e9', '01a1e4f3-e55a-7000-ae9e-c4ca68092f49', '01a1e4f3-e55a-7001-807d-85fa417fbb66', 'status', 'To do', '01a1e4f3-e55a-7000-ae9e-c4ca68092f49', null, 0, 0, '2026-11-16T15:22:31.654Z', 20, '2026-11-16T15:22:31.654Z'),
  ('01a1e4f3-e438-7000-b01c-a713c25ed2e9', '01a1e4f3-e55a-7000-ae9e-c4ca68092f49', '01a1e4f3-e55a-7002-adb4-1bb79edf1924', 'status', 'Doing', '01a1e4f3-e55a-7000-ae9e-c4ca68092f49', null, 0, 1, '2026-11-16T15:22:31.654Z', 20, '2026-11-16T15:22:31.654Z'),
  ('01a1e4f3-e438-7000-b01c-a713c25ed2e9', '01a1e4f3-e55a-7000-ae9e-c4ca68092f49', '01a1e4f3-e55a-7003-b70d-928c2eec9e3d', 'status', 'Done', '01a1e4f3-e55a-7000-ae9e-c4ca68092f49', null, 0, 2, '2026-11-16T15:22:31.654Z', 20, '2026-11-16T15:22:31.654Z'),
  ('01a1e4f3-e438-7000-b01c-a713c25ed2e9', '01a1e4f3-e55a-7000-ae9e-c4ca68092f49', '01a1e4f3-e55a-7000-ae9e-c4ca68092f49', 'project', 'Attic', null, null, 0, 0, '2026-11-16T15:22:31.641Z', 20, '2026-11-16T15:22:31.654Z');

insert into counters (owner_id, seq, oldest, tombstones) values
  ('01a1e4f3-e438-7000-b01c-a713c25ed2e9', 21, 0, 3);

insert into idempotency_keys (owner_id, key, number, request, created_id, created_at) values
  ('01a1e4f3-e438-7000-b01c-a713c25ed2e9', 'a-card-that-is-added-once', 1, '6aUO0zQQUCux_pUuef-u4h4K8rE9JUPkU5kO9aNkoRg', '01a1e4f3-e6f1-7000-9238-9eef895ce7cb', '2026-11-16T15:22:32.049Z');

insert into links (token_hash, owner_id, purpose, email, created_at, expires_at, used_at) values
  ('iOcip9HujchNjPOXX9amiq_PDTWL2DloaAroAD1pWn8', '01a1e4f3-e438-7000-b01c-a713c25ed2e9', 'sign_in', 'ada@example.com', '2026-11-16T15:22:31.355Z', '2026-11-16T15:37:31.355Z', '2026-11-16T15:22:31.430Z'),
  ('ceCu6BVFgwuPTGPgk_u-sSyeG6N1x1pESNs5fG2eSbc', '01a1e4f3-e438-7000-b01c-a713c25ed2e9', 'change_address', 'ada@example.org', '2026-11-16T15:22:32.013Z', '2026-11-16T15:37:32.013Z', null),
  ('GyG7Raqs0iCzvUd508IoY57a6IBbPEP5fl3lLh-AWwk', '01a1e4f3-e78f-7000-9a95-ebd693affa4c', 'sign_in', 'lin@example.com', '2026-11-16T15:22:32.207Z', '2026-11-16T15:37:32.207Z', null),
  ('wytJUiywpq2Vx723QDdrs_k6IR7zuIltkKLfE5iPfDY', '01a1e4f3-f567-7000-a522-c626d9a2ac01', 'sign_in', 'grace@example.com', '2026-11-16T15:22:35.752Z', '2026-11-16T15:37:35.752Z', null);

insert into outbox (id, owner_id, token_hash, nonce, attempts, next_attempt_at) values
  ('01a1e4f3-f568-7000-9471-6903fed8d374', '01a1e4f3-f567-7000-a522-c626d9a2ac01', 'wytJUiywpq2Vx723QDdrs_k6IR7zuIltkKLfE5iPfDY', 'RcWTz259DmfCno4vWh589XIivlpQ_G6cvr9rgFOEJ68', 1, '2026-11-16T15:22:37.011Z');

insert into passkeys (id, owner_id, credential_id, public_key, sign_count, label, transports, backup_eligible, synced, created_at, last_used_at) values
  ('01a1e4f3-e614-7000-9ae3-d57af9c4b8c2', '01a1e4f3-e438-7000-b01c-a713c25ed2e9', 'biw9eQQ6CaGvEB7n8HwkbyStExLVUhKj90BMbToEBEQ', 'pQECAyYgASFYICdYj1jlKe-WRARfu-4mK0T7s1MZrkorw2Cs0QdJt2ogIlggJVHtMmXa2KMkjcC_-t_4BELvn5Bjbsg61zlNDAxeKB8', 1, 'Key ring', '["usb"]', 0, 0, '2026-11-16T15:22:31.828Z', '2026-11-16T15:22:31.859Z');

insert into projects (id, owner_id, title, created_at, updated_at, revision, changed) values
  ('01a1e4f3-e499-7000-80f8-0ffe2a5833f1', '01a1e4f3-e438-7000-b01c-a713c25ed2e9', 'Garden', '2026-11-16T15:22:31.444Z', '2026-11-16T15:22:31.444Z', 1, 1),
  ('01a1e4f3-e4d8-7000-bd8c-1a938482511c', '01a1e4f3-e438-7000-b01c-a713c25ed2e9', 'Haus & Hof 🏡', '2026-11-16T15:22:31.511Z', '2026-11-16T15:22:31.540Z', 3, 3);

insert into statuses (id, owner_id, project_id, name, position, changed) values
  ('01a1e4f3-e499-7001-a9f5-a2bfb70103b7', '01a1e4f3-e438-7000-b01c-a713c25ed2e9', '01a1e4f3-e499-7000-80f8-0ffe2a5833f1', 'To do', 0, 1),
  ('01a1e4f3-e499-7002-a3fc-7a7eff66d832', '01a1e4f3-e438-7000-b01c-a713c25ed2e9', '01a1e4f3-e499-7000-80f8-0ffe2a5833f1', 'Doing', 1, 1),
  ('01a1e4f3-e499-7003-821d-8f15c7c936d8', '01a1e4f3-e438-7000-b01c-a713c25ed2e9', '01a1e4f3-e499-7000-80f8-0ffe2a5833f1', 'Done', 2, 1),
  ('01a1e4f3-e4d8-7001-beab-c952bb938333', '01a1e4f3-e438-7000-b01c-a713c25ed2e9', '01a1e4f3-e4d8-7000-bd8c-1a938482511c', 'To do', 0, 2),
  ('01a1e4f3-e4d8-7002-bdb1-833c24e7f361', '01a1e4f3-e438-7000-b01c-a713c25ed2e9', '01a1e4f3-e4d8-7000-bd8c-1a938482511c', 'Doing', 1, 2),
  ('01a1e4f3-e4d8-7003-bcdf-439a2dce2287', '01a1e4f3-e438-7000-b01c-a713c25ed2e9', '01a1e4f3-e4d8-7000-bd8c-1a938482511c', 'Done', 2, 2);

insert into tombstones (owner_id, id, kind, seq, deleted_at) values
  ('01a1e4f3-e438-7000-b01c-a713c25ed2e9', '01a1e4f3-e547-7000-ae50-4b1b29006029', 'card', 16, '2026-11-16T15:22:31.632Z'),
  ('01a1e4f3-e438-7000-b01c-a713c25ed2e9', '01a1e4f3-e563-7000-a0a2-00668b19f95b', 'card', 20, '2026-11-16T15:22:31.654Z'),
  ('01a1e4f3-e438-7000-b01c-a713c25ed2e9', '01a1e4f3-e55a-7000-ae9e-c4ca68092f49', 'project', 20, '2026-11-16T15:22:31.654Z');

insert into cards (id, owner_id, project_id, status_id, text, complete, position, created_at, updated_at, revision, changed, counted) values
  ('01a1e4f3-e511-7000-a2f0-6161912899d8', '01a1e4f3-e438-7000-b01c-a713c25ed2e9', '01a1e4f3-e499-7000-80f8-0ffe2a5833f1', '01a1e4f3-e499-7001-a9f5-a2bfb70103b7', 'Weed, don''t hoe; 100 %', 0, 0, '2026-11-16T15:22:31.568Z', '2026-11-16T15:22:31.605Z', 11, 11, 4),
  ('01a1e4f3-e515-7000-9da2-0af5ec1790d7', '01a1e4f3-e438-7000-b01c-a713c25ed2e9', '01a1e4f3-e499-7000-80f8-0ffe2a5833f1', '01a1e4f3-e499-7003-821d-8f15c7c936d8', 'Water the “Café au lait” dahlias', 1, 0, '2026-11-16T15:22:31.573Z', '2026-11-16T15:22:31.595Z', 10, 10, 10),
  ('01a1e4f3-e51a-7000-b1a3-509ebf40fac1', '01a1e4f3-e438-7000-b01c-a713c25ed2e9', '01a1e4f3-e499-7000-80f8-0ffe2a5833f1', '01a1e4f3-e499-7002-a3fc-7a7eff66d832', 'Sow
radishes, then lettuce

— late', 0, 1, '2026-11-16T15:22:31.577Z', '2026-11-16T15:22:31.587Z', 8, 8, 6),
  ('01a1e4f3-e51f-7000-8fc8-e4360bb6e9c5', '01a1e4f3-e438-7000-b01c-a713c25ed2e9', '01a1e4f3-e499-7000-80f8-0ffe2a5833f1', '01a1e4f3-e499-7002-a3fc-7a7eff66d832', 'לקצור', 0, 0, '2026-11-16T15:22:31.583Z', '2026-11-16T15:22:31.587Z', 8, 8, 7),
  ('01a1e4f3-e53c-7000-b487-c7e6730c37a6', '01a1e4f3-e438-7000-b01c-a713c25ed2e9', null, null, 'Call Lin', 0, 1, '2026-11-16T15:22:31.612Z', '2026-11-16T15:22:31.612Z', 12, 17, 12),
  ('01a1e4f3-e542-7000-b259-3efee45d40e8', '01a1e4f3-e438-7000-b01c-a713c25ed2e9', null, null, 'Buy string', 0, 2, '2026-11-16T15:22:31.618Z', '2026-11-16T15:22:31.618Z', 13, 17, 13),
  ('01a1e4f3-e54c-7000-8c11-ab9304e3d887', '01a1e4f3-e438-7000-b01c-a713c25ed2e9', null, null, 'Read', 0, 0, '2026-11-16T15:22:31.627Z', '2026-11-16T15:22:31.627Z', 15, 17, 15),
  ('01a1e4f3-e6f1-7000-9238-9eef895ce7cb', '01a1e4f3-e438-7000-b01c-a713c25ed2e9', null, null, 'Once', 0, 3, '2026-11-16T15:22:32.048Z', '2026-11-16T15:22:32.048Z', 21, 21, 21);
