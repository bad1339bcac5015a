-- What people have done with 0.2.0, as it is in its database.

insert into users (id, email, email_verified_at, pending_email, verification_email_sent_at, change_email_sent_at, passkey_handle, created_at) values
  ('01a1e4f3-3cef-7000-8332-697bd7af4d0d', 'ada@example.com', '2026-11-16T15:21:48.683Z', 'ada@example.org', '2026-11-16T15:21:48.521Z', '2026-11-16T15:21:49.616Z', 'vonti8gpPYrE-svYMjixuiZMepIW8p3AtGmBCHNgY1pGTL-5zb0GSHpgX4PTI_x2U59O95UlGekB2wZu_MiVGw', '2026-11-16T15:21:48.521Z'),
  ('01a1e4f3-418c-7000-8316-ceadf0571c8a', 'lin@example.com', null, null, '2026-11-16T15:21:49.708Z', null, 'CunQmfdO6PMguZ0cbDlLsohLq2AtE8vW3ruake2wK0nmOoj3HVBiekGI0u6b9HhZFGITtd7G0TRO6BE5WQk3iw', '2026-11-16T15:21:49.708Z'),
  ('01a1e4f3-4d15-7000-87c5-5abbd40ab016', 'grace@example.com', null, null, '2026-11-16T15:21:52.660Z', null, '2jDeG57-5ySIcOn2Invt0sTheSuOiFMQDxAciBFlpu7SolL220GXpf58aBP_O7L9rWkGxX4xflih7F8k0rSSBg', '2026-11-16T15:21:52.660Z');

insert into links (token_hash, owner_id, purpose, email, created_at, expires_at, used_at) values
  ('YUZhdJCPdz_Q4y2URoR5tbwptFPSlfOsCjP_edpCEQw', '01a1e4f3-3cef-7000-8332-697bd7af4d0d', 'sign_in', 'ada@example.com', '2026-11-16T15:21:48.529Z', '2026-11-16T15:36:48.529Z', '2026-11-16T15:21:48.683Z'),
  ('Ndkui66yxYNLhcWMFP1tuO1KMcEjhj3UeRunBAQliRc', '01a1e4f3-3cef-7000-8332-697bd7af4d0d', 'change_address', 'ada@example.org', '2026-11-16T15:21:49.619Z', '2026-11-16T15:36:49.619Z', null),
  ('KasS3pPI3K33wgnwiLOwqU5C5N6I8-Pq1_6llvJehTU', '01a1e4f3-418c-7000-8316-ceadf0571c8a', 'sign_in', 'lin@example.com', '2026-11-16T15:21:49.709Z', '2026-11-16T15:36:49.709Z', null),
  ('DpZL77dinRRievGffBVS4WPpl3xfHLAMwF6BGWSY0Rg', '01a1e4f3-4d15-7000-87c5-5abbd40ab016', 'sign_in', 'grace@example.com', '2026-11-16T15:21:52.663Z', '2026-11-16T15:36:52.663Z', null);

insert into outbox (id, owner_id, token_hash, nonce, attempts, next_attempt_at) values
  ('01a1e4f3-4d17-7000-b4da-92dad855d1d2', '01a1e4f3-4d15-7000-87c5-5abbd40ab016', 'DpZL77dinRRievGffBVS4WPpl3xfHLAMwF6BGWSY0Rg', 'lBZrnP-jt4U1mv0YdYKRwuY0_OcM2f4W--6ERO8GzV4', 1, '2026-11-16T15:21:53.831Z');

insert into passkeys (id, owner_id, credential_id, public_key, sign_count, label, transports, backup_eligible, synced, created_at, last_used_at) values
  ('01a1e4f3-4106-7000-80c5-36b18d93f714', '01a1e4f3-3cef-7000-8332-697bd7af4d0d', 'SHTRGq40_ouu2rnPv0wIgMOiQs3ZHqEd4xo6HH1y5PI', 'pQECAyYgASFYIEanUhO07yBpVLpL8gYRHgXGhZ9dcGkfP8patmEiaAkqIlggQrz84jaPZN6nOinCMU8Ifg_-ZtS7lj4Niteeh6eJrlM', 1, 'Key ring', '["usb"]', 0, 0, '2026-11-16T15:21:49.574Z', '2026-11-16T15:21:49.602Z');

insert into projects (id, owner_id, title, created_at, updated_at) values
  ('01a1e4f3-3db6-7000-a5e9-cc3e95bd4cce', '01a1e4f3-3cef-7000-8332-697bd7af4d0d', 'Garden', '2026-11-16T15:21:48.726Z', '2026-11-16T15:21:48.726Z'),
  ('01a1e4f3-3ddb-7000-bb78-bf39368b813e', '01a1e4f3-3cef-7000-8332-697bd7af4d0d', 'Haus & Hof 🏡', '2026-11-16T15:21:48.763Z', '2026-11-16T15:21:48.791Z');

insert into statuses (id, owner_id, project_id, name, position) values
  ('01a1e4f3-3dbc-7000-89a2-93ccb2b7843d', '01a1e4f3-3cef-7000-8332-697bd7af4d0d', '01a1e4f3-3db6-7000-a5e9-cc3e95bd4cce', 'To do', 0),
  ('01a1e4f3-3dbc-7001-8348-e304837a03fc', '01a1e4f3-3cef-7000-8332-697bd7af4d0d', '01a1e4f3-3db6-7000-a5e9-cc3e95bd4cce', 'Doing', 1),
  ('01a1e4f3-3dbe-7000-8c45-3c8c77587212', '01a1e4f3-3cef-7000-8332-697bd7af4d0d', '01a1e4f3-3db6-7000-a5e9-cc3e95bd4cce', 'Done', 2),
  ('01a1e4f3-3ddb-7001-a8f9-ccab3b589290', '01a1e4f3-3cef-7000-8332-697bd7af4d0d', '01a1e4f3-3ddb-7000-bb78-bf39368b813e', 'To do', 0),
  ('01a1e4f3-3ddc-7000-8464-cb6aee17a2e4', '01a1e4f3-3cef-7000-8332-697bd7af4d0d', '01a1e4f3-3ddb-7000-bb78-bf39368b813e', 'Doing', 1),
  ('01a1e4f3-3dde-7000-be74-eef9257b0c79', '01a1e4f3-3cef-7000-8332-697bd7af4d0d', '01a1e4f3-3ddb-7000-bb78-bf39368b813e', 'Done', 2);

insert into cards (id, owner_id, project_id, status_id, text, complete, position, created_at, updated_at) values
  ('01a1e4f3-3e33-7000-bf5b-62caae97c105', '01a1e4f3-3cef-7000-8332-697bd7af4d0d', '01a1e4f3-3db6-7000-a5e9-cc3e95bd4cce', '01a1e4f3-3dbc-7000-89a2-93ccb2b7843d', 'Weed, don''t hoe; 100 %', 0, 0, '2026-11-16T15:21:48.849Z', '2026-11-16T15:21:49.065Z'),
  ('01a1e4f3-3e45-7000-a8ab-4488e3249995', '01a1e4f3-3cef-7000-8332-697bd7af4d0d', '01a1e4f3-3db6-7000-a5e9-cc3e95bd4cce', '01a1e4f3-3dbe-7000-8c45-3c8c77587212', 'Water the “Café au lait” dahlias', 1, 0, '2026-11-16T15:21:48.869Z', '2026-11-16T15:21:49.031Z'),
  ('01a1e4f3-3e71-7000-8411-41984b34ae82', '01a1e4f3-3cef-7000-8332-697bd7af4d0d', '01a1e4f3-3db6-7000-a5e9-cc3e95bd4cce', '01a1e4f3-3dbc-7001-8348-e304837a03fc', 'Sow
radishes, then lettuce

— late', 0, 1, '2026-11-16T15:21:48.913Z', '2026-11-16T15:21:49.006Z'),
  ('01a1e4f3-3eae-7000-9771-75ff4b3a4347', '01a1e4f3-3cef-7000-8332-697bd7af4d0d', '01a1e4f3-3db6-7000-a5e9-cc3e95bd4cce', '01a1e4f3-3dbc-7001-8348-e304837a03fc', 'לקצור', 0, 0, '2026-11-16T15:21:48.974Z', '2026-11-16T15:21:49.006Z'),
  ('01a1e4f3-3f11-7000-b966-63ffc9637b5f', '01a1e4f3-3cef-7000-8332-697bd7af4d0d', null, null, 'Call Lin', 0, 1, '2026-11-16T15:21:49.073Z', '2026-11-16T15:21:49.106Z'),
  ('01a1e4f3-3f20-7000-b684-da63b3e7570b', '01a1e4f3-3cef-7000-8332-697bd7af4d0d', null, null, 'Buy string', 0, 2, '2026-11-16T15:21:49.088Z', '2026-11-16T15:21:49.106Z'),
  ('01a1e4f3-3f2a-7000-86a8-8bc3085add98', '01a1e4f3-3cef-7000-8332-697bd7af4d0d', null, null, 'Read', 0, 0, '2026-11-16T15:21:49.097Z', '2026-11-16T15:21:49.106Z'),
  ('01a1e4f3-4141-7000-88f1-86eaebf5c9b0', '01a1e4f3-3cef-7000-8332-697bd7af4d0d', null, null, 'Once', 0, 3, '2026-11-16T15:21:49.633Z', '2026-11-16T15:21:49.633Z');
