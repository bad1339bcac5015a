-- What people have done with 0.1.0, as it is in its database.

insert into users (id, email, email_verified_at, pending_email, verification_email_sent_at, change_email_sent_at, passkey_handle, created_at) values
  ('01a1e4f3-1f16-7000-8964-3f8af368d1eb', 'ada@example.com', '2026-11-16T15:21:40.984Z', 'ada@example.org', '2026-11-16T15:21:40.886Z', '2026-11-16T15:21:41.844Z', '8W3awad6SWiTgjhPTZJppvxA1IaPFTY0GrlXSeO3EghJGlSLS46XChTHFh0BFGtWvatFgYOhAcdbVqqDWWnFLQ', '2026-11-16T15:21:40.886Z'),
  ('01a1e4f3-2346-7000-a740-9e493f702c3a', 'lin@example.com', null, null, '2026-11-16T15:21:41.958Z', null, 'ec5em3FxaU12k3sigmuWYvshHqbkGZMOFlAlmoYzwTgCKkaMgV-UUSLonVfXRplpMgFJQt_mMm5lqfMLKizqkg', '2026-11-16T15:21:41.958Z'),
  ('01a1e4f3-2d9c-7000-8881-1d85ce892782', 'grace@example.com', null, null, '2026-11-16T15:21:44.604Z', null, 'dPQhheCrtPALeZw7aFmBSLMIdqQO2VnfpH-Q1vqBjCs1KAFfw0_xDCUlbTD9BV9Dhz8vLB2dGjxvGYuNoJXTVA', '2026-11-16T15:21:44.604Z');

insert into links (token_hash, owner_id, purpose, email, created_at, expires_at, used_at) values
  ('EoKsjMSg-PaIUnba-m2m5HBb5siqjaTGL-pbSyTF0_M', '01a1e4f3-1f16-7000-8964-3f8af368d1eb', 'sign_in', 'ada@example.com', '2026-11-16T15:21:40.889Z', '2026-11-16T15:36:40.889Z', '2026-11-16T15:21:40.984Z'),
  ('EAyIbB19c7ULLJtvkwwi20kQk3yk9BaF1AGgzAKPBA0', '01a1e4f3-1f16-7000-8964-3f8af368d1eb', 'change_address', 'ada@example.org', '2026-11-16T15:21:41.850Z', '2026-11-16T15:36:41.850Z', null),
  ('b44W0OYF7H1y8ZzxC_yFtVwRI_1hkuLgg2IsunZyYXU', '01a1e4f3-2346-7000-a740-9e493f702c3a', 'sign_in', 'lin@example.com', '2026-11-16T15:21:41.958Z', '2026-11-16T15:36:41.958Z', null),
  ('AetTNoIEWFMfrmUfhtx7XOlRrf5mU8XFcjEzm4VhrFs', '01a1e4f3-2d9c-7000-8881-1d85ce892782', 'sign_in', 'grace@example.com', '2026-11-16T15:21:44.606Z', '2026-11-16T15:36:44.606Z', null);

insert into outbox (id, owner_id, token_hash, nonce, attempts, next_attempt_at) values
  ('01a1e4f3-2d9e-7000-b029-a0c85ce6e626', '01a1e4f3-2d9c-7000-8881-1d85ce892782', 'AetTNoIEWFMfrmUfhtx7XOlRrf5mU8XFcjEzm4VhrFs', 'Ez258MUv3hA-Ggg4Z7wlFy1jL8m4gb9t0_KrrKIVZo8', 1, '2026-11-16T15:21:45.754Z');

insert into passkeys (id, owner_id, credential_id, public_key, sign_count, label, transports, backup_eligible, synced, created_at, last_used_at) values
  ('01a1e4f3-2239-7000-b9ca-a9ddeae548ee', '01a1e4f3-1f16-7000-8964-3f8af368d1eb', 'M5VWy0D4NjpPCDA6oLicFLijYd0Ey1IvfvC_6ABVbjA', 'pQECAyYgASFYIPckKeGxfjNenP4Jq7c3BT_3Orbzl0p-4IzwFboZCsLbIlggsBQ-ml2T-Dtu1F2y-yefHgyGtpCtaJ0FXycAEdkirEc', 1, 'Key ring', '["usb"]', 0, 0, '2026-11-16T15:21:41.689Z', '2026-11-16T15:21:41.836Z');

insert into projects (id, owner_id, title, created_at, updated_at) values
  ('01a1e4f3-1fab-7000-8eba-d90b1183ce79', '01a1e4f3-1f16-7000-8964-3f8af368d1eb', 'Garden', '2026-11-16T15:21:41.035Z', '2026-11-16T15:21:41.035Z'),
  ('01a1e4f3-1fb8-7000-bceb-73c22c32e36c', '01a1e4f3-1f16-7000-8964-3f8af368d1eb', 'Haus & Hof 🏡', '2026-11-16T15:21:41.048Z', '2026-11-16T15:21:41.064Z');

insert into statuses (id, owner_id, project_id, name, position) values
  ('01a1e4f3-1fac-7000-bb33-7456bc74429f', '01a1e4f3-1f16-7000-8964-3f8af368d1eb', '01a1e4f3-1fab-7000-8eba-d90b1183ce79', 'To do', 0),
  ('01a1e4f3-1fac-7001-8617-a166ef825828', '01a1e4f3-1f16-7000-8964-3f8af368d1eb', '01a1e4f3-1fab-7000-8eba-d90b1183ce79', 'Doing', 1),
  ('01a1e4f3-1fac-7002-9b49-0c805204cd31', '01a1e4f3-1f16-7000-8964-3f8af368d1eb', '01a1e4f3-1fab-7000-8eba-d90b1183ce79', 'Done', 2),
  ('01a1e4f3-1fb8-7001-8d10-215456cd767a', '01a1e4f3-1f16-7000-8964-3f8af368d1eb', '01a1e4f3-1fb8-7000-bceb-73c22c32e36c', 'To do', 0),
  ('01a1e4f3-1fb8-7002-9ad9-ee0139c41777', '01a1e4f3-1f16-7000-8964-3f8af368d1eb', '01a1e4f3-1fb8-7000-bceb-73c22c32e36c', 'Doing', 1),
  ('01a1e4f3-1fb8-7003-8f64-8e04634e2c36', '01a1e4f3-1f16-7000-8964-3f8af368d1eb', '01a1e4f3-1fb8-7000-bceb-73c22c32e36c', 'Done', 2);

insert into cards (id, owner_id, project_id, status_id, text, complete, position, created_at, updated_at) values
  ('01a1e4f3-1ff1-7000-9f01-8bc77539342f', '01a1e4f3-1f16-7000-8964-3f8af368d1eb', '01a1e4f3-1fab-7000-8eba-d90b1183ce79', '01a1e4f3-1fac-7000-bb33-7456bc74429f', 'Weed, don''t hoe; 100 %', 0, 0, '2026-11-16T15:21:41.104Z', '2026-11-16T15:21:41.199Z'),
  ('01a1e4f3-1ffa-7000-b00c-a98e7fc8710a', '01a1e4f3-1f16-7000-8964-3f8af368d1eb', '01a1e4f3-1fab-7000-8eba-d90b1183ce79', '01a1e4f3-1fac-7002-9b49-0c805204cd31', 'Water the “Café au lait” dahlias', 1, 0, '2026-11-16T15:21:41.114Z', '2026-11-16T15:21:41.187Z'),
  ('01a1e4f3-2015-7000-a8b6-79475b83dd22', '01a1e4f3-1f16-7000-8964-3f8af368d1eb', '01a1e4f3-1fab-7000-8eba-d90b1183ce79', '01a1e4f3-1fac-7001-8617-a166ef825828', 'Sow
radishes, then lettuce

— late', 0, 1, '2026-11-16T15:21:41.141Z', '2026-11-16T15:21:41.173Z'),
  ('01a1e4f3-2026-7000-af00-a282820e8a4b', '01a1e4f3-1f16-7000-8964-3f8af368d1eb', '01a1e4f3-1fab-7000-8eba-d90b1183ce79', '01a1e4f3-1fac-7001-8617-a166ef825828', 'לקצור', 0, 0, '2026-11-16T15:21:41.158Z', '2026-11-16T15:21:41.173Z'),
  ('01a1e4f3-2057-7000-9864-daa5a54a8201', '01a1e4f3-1f16-7000-8964-3f8af368d1eb', null, null, 'Call Lin', 0, 1, '2026-11-16T15:21:41.207Z', '2026-11-16T15:21:41.257Z'),
  ('01a1e4f3-2061-7000-a892-9281e7383178', '01a1e4f3-1f16-7000-8964-3f8af368d1eb', null, null, 'Buy string', 0, 2, '2026-11-16T15:21:41.217Z', '2026-11-16T15:21:41.257Z'),
  ('01a1e4f3-2072-7000-9861-761d50713cf2', '01a1e4f3-1f16-7000-8964-3f8af368d1eb', null, null, 'Read', 0, 0, '2026-11-16T15:21:41.234Z', '2026-11-16T15:21:41.257Z'),
  ('01a1e4f3-22eb-7000-8355-26da59fa44cf', '01a1e4f3-1f16-7000-8964-3f8af368d1eb', null, null, 'Once', 0, 3, '2026-11-16T15:21:41.867Z', '2026-11-16T15:21:41.867Z');
