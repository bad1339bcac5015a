-- What people have done with 0.10.0, as it is in its database.

insert into sent_links (subject, times, expires_at) values
  ('QOKwPTX5fWSjgqk5kM1yuLK-YRUWgtwK51GTRJ7xp1o', '[1794870585851]', '2026-11-17T00:09:45.851Z'),
  ('QS1Kja7YOKCYqnALa6Lec9PDNmP2Aao7VLztrlX1lKs', '[1794870588494]', '2026-11-17T00:09:48.494Z'),
  ('4dhC8dqXPho_KQiZE7kJz3Dbam_txkmvHcJm8j-qI0E', '[1794870588495]', '2026-11-17T00:09:48.495Z'),
  ('7nufdS2Iv3m1IE76JMKcdc7VkUomvvaKAJA4uebu0GQ', '[1794870588676]', '2026-11-17T00:09:48.676Z'),
  ('-fhDUr_RB30XX3QElwn5ugGfbs6tD1zLLoJ8F5tbxRM', '[1794870591324]', '2026-11-17T00:09:51.324Z');

insert into users (id, email, email_verified_at, pending_email, verification_email_sent_at, change_email_sent_at, passkey_handle, created_at, sessions_cutoff, access_ended_at, access_endings, left_at, disabled_at) values
  ('01a1e69f-a9fc-7000-b3f8-bb30135008ca', 'ada@example.com', '2026-11-16T23:09:46.154Z', 'ada@example.org', '2026-11-16T23:09:45.812Z', '2026-11-16T23:09:48.494Z', 'PgnBoFMVhvpJD8rrQDbtuyHrOE4kaJ9t-P0ikWV5Ub2bCpUhoRUGwHebZOnVxfY97cQ4U8zQsACXjjdLe0GBGA', '2026-11-16T23:09:45.812Z', null, null, 0, null, null),
  ('01a1e69f-b505-7000-b763-761c4cfa471e', 'lin@example.com', null, null, '2026-11-16T23:09:48.676Z', null, 'wZB3rS5iTIfp6hbVbOHtepH8o6eQEZHElkAnDc3c94Smg1oYVTKr6NxaPRYCZw38grQWnq6TSpPS6MFOuDoYjQ', '2026-11-16T23:09:48.676Z', null, null, 0, null, null),
  ('01a1e69f-bf5d-7000-9d13-2d6be6cebdea', 'grace@example.com', null, null, '2026-11-16T23:09:51.324Z', null, 'A_YSF1mWIfyziRsHOKMr00kzTlbIDUo0LDm7IRgw3h4OVehUUi3kJqq_gYO23zJm7PWTDIk2w5A2MfK_O2sdDQ', '2026-11-16T23:09:51.324Z', null, null, 0, null, null);

insert into api_tokens (owner_id, id, token_hash, label, scope, created_at, expires_at, last_used_at) values
  ('01a1e69f-a9fc-7000-b3f8-bb30135008ca', '01a1e69f-b472-7000-baf5-1dade34b9574', 'WxRppgdErkFrrSh_FN0Dn4wJo-LmSnvCTjTIUDGcUaE', 'Shell', 'write', '2026-11-16T23:09:48.530Z', null, null);

insert into bin (owner_id, item_id, id, kind, text, project_id, status_id, complete, position, created_at, seq, deleted_at) values
  ('01a1e69f-a9fc-7000-b3f8-bb30135008ca', '01a1e69f-ae73-7000-8850-cef14678a0d7', '01a1e69f-ae73-7000-8850-cef14678a0d7', 'card', 'Throw away', null, null, 0, 2, '2026-11-16T23:09:46.995Z', 16, '2026-11-16T23:09:47.063Z'),
  ('01a1e69f-a9fc-7000-b3f8-bb30135008ca', '01a1e69f-aef7-7000-8a35-20638817707e', '01a1e69f-af18-7000-90e5-ed982e2b9154', 'card', 'Clear', '01a1e69f-aef7-7000-8a35-20638817707e', '01a1e69f-aef7-8000-8a35-30638817707e', 0, 0, '2026-11-16T23:09:47.160Z', 20, '2026-11-16T23:09:47.187Z'),
  ('01a1e69f-a9fc-7000-b3f8-bb30135008ca', '01a1e69f-aef7-7000-8a35-20638817707e', '01a1e69f-aef7-8000-8a35-30638817707e', 'status', 'To do', '01a1e69f-aef7-7000-8a35-20638817707e', null, 0, 0, '2026-11-16T23:09:47.187Z', 20, '2026-11-16T23:09:47.187Z'),
  ('01a1e69f-a9fc-7000-b3f8-bb30135008ca', '01a1e69f-aef7-7000-8a35-20638817707e', '01a1e69f-aef7-8000-8a35-40638817707e', 'status', 'Doing', '01a1e69f-aef7-7000-8a35-20638817707e', null, 0, 1, '2026-11-16T23:09:47.187Z', 20, '2026-11-16T23:09:47.187Z'),
  ('01a1e69f-a9fc-7000-b3f8-bb30135008ca', '01a1e69f-aef7-7000-8a35-20638817707e', '01a1e69f-aef7-8000-8a35-50638817707e', 'status', 'Done', '01a1e69f-aef7-7000-8a35-20638817707e', null, 0, 2, '2026-11-16T23:09:47.187Z', 20, '2026-11-16T23:09:47.187Z'),
  ('01a1e69f-a9fc-7000-b3f8-bb30135008ca', '01a1e69f-aef7-7000-8a35-20638817707e', '01a1e69f-aef7-7000-8a35-20638817707e', 'project', 'Attic', null, null, 0, 0, '2026-11-16T23:09:47.127Z', 20, '2026-11-16T23:09:47.187Z');

insert into counters (owner_id, seq, oldest, tombstones, cards, bytes) values
  ('01a1e69f-a9fc-7000-b3f8-bb30135008ca', 21, 0, 3, 10, 172);

insert into idempotency_keys (owner_id, key, number, request, created_id, created_at) values
  ('01a1e69f-a9fc-7000-b3f8-bb30135008ca', 'a-card-that-is-added-once', 1, '6aUO0zQQUCux_pUuef-u4h4K8rE9JUPkU5kO9aNkoRg', '01a1e69f-b46e-7000-96d1-fbebc70304d9', '2026-11-16T23:09:48.526Z');

insert into links (token_hash, owner_id, purpose, email, created_at, expires_at, used_at, asked_by) values
  ('XILS24PqjaGrmxBI2ea36NuJ70XofXbAF_IWL-VnFvc', '01a1e69f-a9fc-7000-b3f8-bb30135008ca', 'sign_in', 'ada@example.com', '2026-11-16T23:09:45.865Z', '2026-11-16T23:24:45.865Z', '2026-11-16T23:09:46.154Z', null),
  ('rzM2ZDRbl9YGe8UaqBuV9G1s5EbgTQepGRJVcZ5-tP8', '01a1e69f-a9fc-7000-b3f8-bb30135008ca', 'change_address', 'ada@example.org', '2026-11-16T23:09:48.495Z', '2026-11-16T23:24:48.495Z', null, '054a5efd-747c-41cf-b530-6a3853642571'),
  ('FKb_HJle2uza8haplIcCdcEEKBUpwtK_4ocNic0t8ao', '01a1e69f-b505-7000-b763-761c4cfa471e', 'sign_in', 'lin@example.com', '2026-11-16T23:09:48.677Z', '2026-11-16T23:24:48.677Z', null, null),
  ('J7nebvirQG1H6e-97hNRzV6w56LI1D-xH8nWPoQbCrU', '01a1e69f-bf5d-7000-9d13-2d6be6cebdea', 'sign_in', 'grace@example.com', '2026-11-16T23:09:51.326Z', '2026-11-16T23:24:51.326Z', null, null);

insert into outbox (id, owner_id, token_hash, nonce, attempts, next_attempt_at) values
  ('01a1e69f-bf5e-7000-bbee-896e6efe6117', '01a1e69f-bf5d-7000-9d13-2d6be6cebdea', 'J7nebvirQG1H6e-97hNRzV6w56LI1D-xH8nWPoQbCrU', 'IoAutI3CmI-28Ul-M6cxTLjT1Qem5OwxoTOnFzg_YJU', 1, '2026-11-16T23:09:52.525Z');

insert into passkeys (id, owner_id, credential_id, public_key, sign_count, label, transports, backup_eligible, synced, created_at, last_used_at) values
  ('01a1e69f-b3c9-7000-a4d3-00146ef47545', '01a1e69f-a9fc-7000-b3f8-bb30135008ca', 'O8Y5Ws4c_nIaDxgxa5-6yXcr3kf7WhxLhsyRO0bquB0', 'pQECAyYgASFYIIYMntZa36XKhlWTVLG_aurwWuiSabPzSr1qR5SCxsSZIlggtPOzpAdnqujvca62tpfDrfjybq_M17YJQ81dTRwR5p4', 1, 'Key ring', '["usb"]', 0, 0, '2026-11-16T23:09:48.361Z', '2026-11-16T23:09:48.479Z');

insert into projects (id, owner_id, title, created_at, updated_at, revision, changed) values
  ('01a1e69f-ab77-7000-9b0d-94c061404545', '01a1e69f-a9fc-7000-b3f8-bb30135008ca', 'Garden', '2026-11-16T23:09:46.220Z', '2026-11-16T23:09:46.220Z', 1, 1),
  ('01a1e69f-aba7-7000-b587-0de2d5829ac6', '01a1e69f-a9fc-7000-b3f8-bb30135008ca', 'Haus & Hof 🏡', '2026-11-16T23:09:46.279Z', '2026-11-16T23:09:46.327Z', 3, 3);

insert into sessions (owner_id, id, method, client, created_at, expires_at, ended_at) values
  ('01a1e69f-a9fc-7000-b3f8-bb30135008ca', '054a5efd-747c-41cf-b530-6a3853642571', 'link', null, '2026-11-16T23:09:46.000Z', '2026-12-16T23:09:46.000Z', null),
  ('01a1e69f-a9fc-7000-b3f8-bb30135008ca', 'cbf2148d-39b1-4f27-8348-045d14366a48', 'passkey', null, '2026-11-16T23:09:48.000Z', '2026-12-16T23:09:48.000Z', null);

insert into statuses (id, owner_id, project_id, name, position, changed) values
  ('01a1e69f-ab77-8000-9b0d-a4c061404545', '01a1e69f-a9fc-7000-b3f8-bb30135008ca', '01a1e69f-ab77-7000-9b0d-94c061404545', 'To do', 0, 1),
  ('01a1e69f-ab77-8000-9b0d-b4c061404545', '01a1e69f-a9fc-7000-b3f8-bb30135008ca', '01a1e69f-ab77-7000-9b0d-94c061404545', 'Doing', 1, 1),
  ('01a1e69f-ab77-8000-9b0d-c4c061404545', '01a1e69f-a9fc-7000-b3f8-bb30135008ca', '01a1e69f-ab77-7000-9b0d-94c061404545', 'Done', 2, 1),
  ('01a1e69f-aba7-8000-b587-1de2d5829ac6', '01a1e69f-a9fc-7000-b3f8-bb30135008ca', '01a1e69f-aba7-7000-b587-0de2d5829ac6', 'To do', 0, 2),
  ('01a1e69f-aba7-8000-b587-2de2d5829ac6', '01a1e69f-a9fc-7000-b3f8-bb30135008ca', '01a1e69f-aba7-7000-b587-0de2d5829ac6', 'Doing', 1, 2),
  ('01a1e69f-aba7-8000-b587-3de2d5829ac6', '01a1e69f-a9fc-7000-b3f8-bb30135008ca', '01a1e69f-aba7-7000-b587-0de2d5829ac6', 'Done', 2, 2);

insert into tombstones (owner_id, id, kind, seq, deleted_at) values
  ('01a1e69f-a9fc-7000-b3f8-bb30135008ca', '01a1e69f-ae73-7000-8850-cef14678a0d7', 'card', 16, '2026-11-16T23:09:47.063Z'),
  ('01a1e69f-a9fc-7000-b3f8-bb30135008ca', '01a1e69f-af18-7000-90e5-ed982e2b9154', 'card', 20, '2026-11-16T23:09:47.187Z'),
  ('01a1e69f-a9fc-7000-b3f8-bb30135008ca', '01a1e69f-aef7-7000-8a35-20638817707e', 'project', 20, '2026-11-16T23:09:47.187Z');

insert into cards (id, owner_id, project_id, status_id, text, complete, position, created_at, updated_at, revision, changed, counted) values
  ('01a1e69f-ac3b-7000-a431-95ee0454c159', '01a1e69f-a9fc-7000-b3f8-bb30135008ca', '01a1e69f-ab77-7000-9b0d-94c061404545', '01a1e69f-ab77-8000-9b0d-a4c061404545', 'Weed, don''t hoe; 100 %', 0, 0, '2026-11-16T23:09:46.423Z', '2026-11-16T23:09:46.846Z', 11, 11, 4),
  ('01a1e69f-ac7a-7000-95d3-cdd669fae757', '01a1e69f-a9fc-7000-b3f8-bb30135008ca', '01a1e69f-ab77-7000-9b0d-94c061404545', '01a1e69f-ab77-8000-9b0d-c4c061404545', 'Water the “Café au lait” dahlias', 1, 0, '2026-11-16T23:09:46.490Z', '2026-11-16T23:09:46.782Z', 10, 10, 10),
  ('01a1e69f-aca1-7000-970a-22dcda276938', '01a1e69f-a9fc-7000-b3f8-bb30135008ca', '01a1e69f-ab77-7000-9b0d-94c061404545', '01a1e69f-ab77-8000-9b0d-b4c061404545', 'Sow
radishes, then lettuce

— late', 0, 1, '2026-11-16T23:09:46.528Z', '2026-11-16T23:09:46.690Z', 8, 8, 6),
  ('01a1e69f-ad00-7000-adb3-bc172c214314', '01a1e69f-a9fc-7000-b3f8-bb30135008ca', '01a1e69f-ab77-7000-9b0d-94c061404545', '01a1e69f-ab77-8000-9b0d-b4c061404545', 'לקצור', 0, 0, '2026-11-16T23:09:46.616Z', '2026-11-16T23:09:46.690Z', 8, 8, 7),
  ('01a1e69f-ae1c-7000-9f94-b1f8e38b6cd2', '01a1e69f-a9fc-7000-b3f8-bb30135008ca', null, null, 'Call Lin', 0, 1, '2026-11-16T23:09:46.907Z', '2026-11-16T23:09:46.907Z', 12, 17, 12),
  ('01a1e69f-ae5f-7000-bc38-b357fe8dcc1d', '01a1e69f-a9fc-7000-b3f8-bb30135008ca', null, null, 'Buy string', 0, 2, '2026-11-16T23:09:46.974Z', '2026-11-16T23:09:46.974Z', 13, 17, 13),
  ('01a1e69f-aea6-7000-8f03-f8bf7ab63005', '01a1e69f-a9fc-7000-b3f8-bb30135008ca', null, null, 'Read', 0, 0, '2026-11-16T23:09:47.045Z', '2026-11-16T23:09:47.045Z', 15, 17, 15),
  ('01a1e69f-b46e-7000-96d1-fbebc70304d9', '01a1e69f-a9fc-7000-b3f8-bb30135008ca', null, null, 'Once', 0, 3, '2026-11-16T23:09:48.525Z', '2026-11-16T23:09:48.525Z', 21, 21, 21);
