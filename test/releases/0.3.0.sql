-- What people have done with 0.3.0, as it is in its database.

insert into users (id, email, email_verified_at, pending_email, verification_email_sent_at, change_email_sent_at, passkey_handle, created_at) values
  ('01a1e4f3-68bd-7000-8a75-5b5c7644c3d5', 'ada@example.com', '2026-11-16T15:21:59.849Z', 'ada@example.org', '2026-11-16T15:21:59.740Z', '2026-11-16T15:22:00.997Z', 'qjXSlbXapdTY8I9weqhEno5m_o9a3AZaaaP2wvOBmDd5fO1xwjbP0pQiTZJxvxaaPGmowZw9DwaXg1EVTcf3Eg', '2026-11-16T15:21:59.740Z'),
  ('01a1e4f3-6e44-7000-b93d-bbb35389cb0d', 'lin@example.com', null, null, '2026-11-16T15:22:01.155Z', null, 'pA79eZPaocj3lVcTGUBSPsEG4LWjE8puJIlOs7vabW3WQKZBpYFXbAqhnd-PzpnbNxDVivlwJzB4qNttPmHZcg', '2026-11-16T15:22:01.155Z'),
  ('01a1e4f3-8431-7000-898e-bf6d20835014', 'grace@example.com', null, null, '2026-11-16T15:22:06.768Z', null, 'U9sEcgqQdBZU2VCU_NaIZTX2IcHoamCM4u2nUpzwXBd4dhSa-FO-27Ybrx7urjF8iC04pAVrRvjbJnFPQnRuKA', '2026-11-16T15:22:06.768Z');

insert into links (token_hash, owner_id, purpose, email, created_at, expires_at, used_at) values
  ('wDxRr7tPiKLkgABrvkySW00a0Ez91owuAv66KV52CZ4', '01a1e4f3-68bd-7000-8a75-5b5c7644c3d5', 'sign_in', 'ada@example.com', '2026-11-16T15:21:59.750Z', '2026-11-16T15:36:59.750Z', '2026-11-16T15:21:59.849Z'),
  ('M6MyC3HEKOX9pDY_DCtYy6v8ZKfzwAriITnL2FWdHKY', '01a1e4f3-68bd-7000-8a75-5b5c7644c3d5', 'change_address', 'ada@example.org', '2026-11-16T15:22:01.004Z', '2026-11-16T15:37:01.004Z', null),
  ('0bWBnRv_Br2XEe_QwZk0-Z_0p9YNZoaz20TlS6qW6lo', '01a1e4f3-6e44-7000-b93d-bbb35389cb0d', 'sign_in', 'lin@example.com', '2026-11-16T15:22:01.156Z', '2026-11-16T15:37:01.156Z', null),
  ('3YDQkMohB_8mA262VJoPUI9BXLZWzeOxdCvUsru_uLA', '01a1e4f3-8431-7000-898e-bf6d20835014', 'sign_in', 'grace@example.com', '2026-11-16T15:22:06.771Z', '2026-11-16T15:37:06.771Z', null);

insert into outbox (id, owner_id, token_hash, nonce, attempts, next_attempt_at) values
  ('01a1e4f3-8433-7000-b441-68c5cd308087', '01a1e4f3-8431-7000-898e-bf6d20835014', '3YDQkMohB_8mA262VJoPUI9BXLZWzeOxdCvUsru_uLA', '7FHare0kd6IUMdRTjaEV5VaY_eidpyvwTzYCaRtxe9E', 1, '2026-11-16T15:22:07.995Z');

insert into passkeys (id, owner_id, credential_id, public_key, sign_count, label, transports, backup_eligible, synced, created_at, last_used_at) values
  ('01a1e4f3-6d7a-7000-a005-1b81b3769d55', '01a1e4f3-68bd-7000-8a75-5b5c7644c3d5', 'DE8l2pRToXZRvCu_ix2NCvftTz-kTPmBN_34BL6ivRQ', 'pQECAyYgASFYINZkVfMLMOiWus6LTLbQWBgjdG3csZ0oNON1Nx-INFt4IlggyVnulI-VpRA6929UiFXSj4q5Fc7AZaMutP2FhYctusE', 1, 'Key ring', '["usb"]', 0, 0, '2026-11-16T15:22:00.954Z', '2026-11-16T15:22:00.987Z');

insert into projects (id, owner_id, title, created_at, updated_at) values
  ('01a1e4f3-694a-7000-be87-1f625e577564', '01a1e4f3-68bd-7000-8a75-5b5c7644c3d5', 'Garden', '2026-11-16T15:21:59.882Z', '2026-11-16T15:21:59.882Z'),
  ('01a1e4f3-6979-7000-9fd7-d2b84549891b', '01a1e4f3-68bd-7000-8a75-5b5c7644c3d5', 'Haus & Hof 🏡', '2026-11-16T15:21:59.929Z', '2026-11-16T15:21:59.983Z');

insert into statuses (id, owner_id, project_id, name, position) values
  ('01a1e4f3-694b-7000-bf57-9180e4e876c8', '01a1e4f3-68bd-7000-8a75-5b5c7644c3d5', '01a1e4f3-694a-7000-be87-1f625e577564', 'To do', 0),
  ('01a1e4f3-694c-7000-8395-c636f6d094a0', '01a1e4f3-68bd-7000-8a75-5b5c7644c3d5', '01a1e4f3-694a-7000-be87-1f625e577564', 'Doing', 1),
  ('01a1e4f3-694d-7000-8163-da6cd4b515bb', '01a1e4f3-68bd-7000-8a75-5b5c7644c3d5', '01a1e4f3-694a-7000-be87-1f625e577564', 'Done', 2),
  ('01a1e4f3-6979-7001-a175-3f18f369c16e', '01a1e4f3-68bd-7000-8a75-5b5c7644c3d5', '01a1e4f3-6979-7000-9fd7-d2b84549891b', 'To do', 0),
  ('01a1e4f3-6980-7000-b8e8-e909ae8201ec', '01a1e4f3-68bd-7000-8a75-5b5c7644c3d5', '01a1e4f3-6979-7000-9fd7-d2b84549891b', 'Doing', 1),
  ('01a1e4f3-6980-7001-a416-99ebd9d29a99', '01a1e4f3-68bd-7000-8a75-5b5c7644c3d5', '01a1e4f3-6979-7000-9fd7-d2b84549891b', 'Done', 2);

insert into cards (id, owner_id, project_id, status_id, text, complete, position, created_at, updated_at) values
  ('01a1e4f3-69e5-7000-aea2-f6115620d724', '01a1e4f3-68bd-7000-8a75-5b5c7644c3d5', '01a1e4f3-694a-7000-be87-1f625e577564', '01a1e4f3-694b-7000-bf57-9180e4e876c8', 'Weed, don''t hoe; 100 %', 0, 0, '2026-11-16T15:22:00.036Z', '2026-11-16T15:22:00.216Z'),
  ('01a1e4f3-6a2c-7000-bf95-4e0b7ecc9f4f', '01a1e4f3-68bd-7000-8a75-5b5c7644c3d5', '01a1e4f3-694a-7000-be87-1f625e577564', '01a1e4f3-694d-7000-8163-da6cd4b515bb', 'Water the “Café au lait” dahlias', 1, 0, '2026-11-16T15:22:00.108Z', '2026-11-16T15:22:00.210Z'),
  ('01a1e4f3-6a4d-7000-9380-d130b58a6638', '01a1e4f3-68bd-7000-8a75-5b5c7644c3d5', '01a1e4f3-694a-7000-be87-1f625e577564', '01a1e4f3-694c-7000-8395-c636f6d094a0', 'Sow
radishes, then lettuce

— late', 0, 1, '2026-11-16T15:22:00.141Z', '2026-11-16T15:22:00.186Z'),
  ('01a1e4f3-6a6c-7000-ac62-8ba24e514cb9', '01a1e4f3-68bd-7000-8a75-5b5c7644c3d5', '01a1e4f3-694a-7000-be87-1f625e577564', '01a1e4f3-694c-7000-8395-c636f6d094a0', 'לקצור', 0, 0, '2026-11-16T15:22:00.172Z', '2026-11-16T15:22:00.186Z'),
  ('01a1e4f3-6aae-7000-a673-088ad9c72bf8', '01a1e4f3-68bd-7000-8a75-5b5c7644c3d5', null, null, 'Call Lin', 0, 1, '2026-11-16T15:22:00.238Z', '2026-11-16T15:22:00.269Z'),
  ('01a1e4f3-6ab7-7000-a32b-ce2ab1bcf2ae', '01a1e4f3-68bd-7000-8a75-5b5c7644c3d5', null, null, 'Buy string', 0, 2, '2026-11-16T15:22:00.247Z', '2026-11-16T15:22:00.269Z'),
  ('01a1e4f3-6ac1-7000-956b-ac70e2b243e0', '01a1e4f3-68bd-7000-8a75-5b5c7644c3d5', null, null, 'Read', 0, 0, '2026-11-16T15:22:00.257Z', '2026-11-16T15:22:00.269Z'),
  ('01a1e4f3-6dc3-7000-aa4f-149d1e6976c2', '01a1e4f3-68bd-7000-8a75-5b5c7644c3d5', null, null, 'Once', 0, 3, '2026-11-16T15:22:01.025Z', '2026-11-16T15:22:01.025Z');
