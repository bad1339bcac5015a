-- What people have done with 0.4.0, as it is in its database.

insert into users (id, email, email_verified_at, pending_email, verification_email_sent_at, change_email_sent_at, passkey_handle, created_at) values
  ('01a1e4f3-9f91-7000-be02-91ab8e4abbc7', 'ada@example.com', '2026-11-16T15:22:13.875Z', 'ada@example.org', '2026-11-16T15:22:13.776Z', '2026-11-16T15:22:14.585Z', 'Kj5BhLfZM0uTwIZRdqbxlQHDzNxDoyjyhMkrVfxicgfjT0Gs-a9C0zdrX2v9cESnw7NDTr6vXxA0qcZRmeeTEg', '2026-11-16T15:22:13.776Z'),
  ('01a1e4f3-a2ed-7000-a7ed-9a78111be126', 'lin@example.com', null, null, '2026-11-16T15:22:14.637Z', null, 'o-Nfg1nquhLIOtYD3okkFdD9a0aL2A-j0ZQG5cTQPZ5_04TePNzmekdEYJTK6xEvTpOPc5PA4hiix-PdyOMrGQ', '2026-11-16T15:22:14.637Z'),
  ('01a1e4f3-ab39-7000-86ed-6cbbe30211e4', 'grace@example.com', null, null, '2026-11-16T15:22:16.760Z', null, '_3ITFfS8q_PJFiUBzD-WGQEhyER2oJDihmvgSsqiMKA5QRAOO8CxpuXObrMGUe6tfvJJFmHHdosr6lp2QxSrvg', '2026-11-16T15:22:16.760Z');

insert into links (token_hash, owner_id, purpose, email, created_at, expires_at, used_at) values
  ('eN9xNygNZwffVAGYKARa6Vwncp7GjMZd62_ckMkybK0', '01a1e4f3-9f91-7000-be02-91ab8e4abbc7', 'sign_in', 'ada@example.com', '2026-11-16T15:22:13.782Z', '2026-11-16T15:37:13.782Z', '2026-11-16T15:22:13.875Z'),
  ('tnRCflYUE-v8cSY_DdAyvt9LRQdOJgEur8xGmMb3zQQ', '01a1e4f3-9f91-7000-be02-91ab8e4abbc7', 'change_address', 'ada@example.org', '2026-11-16T15:22:14.585Z', '2026-11-16T15:37:14.585Z', null),
  ('ASEeaQL9I6bR1UM39FasnVrsFtNq09zcREPaIIGJvko', '01a1e4f3-a2ed-7000-a7ed-9a78111be126', 'sign_in', 'lin@example.com', '2026-11-16T15:22:14.638Z', '2026-11-16T15:37:14.638Z', null),
  ('eXSenYvr2F8RMJI3b8k8neU3tI4pMxC5TKUc0hmTdv4', '01a1e4f3-ab39-7000-86ed-6cbbe30211e4', 'sign_in', 'grace@example.com', '2026-11-16T15:22:16.762Z', '2026-11-16T15:37:16.762Z', null);

insert into outbox (id, owner_id, token_hash, nonce, attempts, next_attempt_at) values
  ('01a1e4f3-ab3a-7000-809a-386f1d811dc3', '01a1e4f3-ab39-7000-86ed-6cbbe30211e4', 'eXSenYvr2F8RMJI3b8k8neU3tI4pMxC5TKUc0hmTdv4', 'h7NdmDehDg1n9fL1RV1tMdo80pg_qqSNa_f7X6OGsW0', 1, '2026-11-16T15:22:17.896Z');

insert into passkeys (id, owner_id, credential_id, public_key, sign_count, label, transports, backup_eligible, synced, created_at, last_used_at) values
  ('01a1e4f3-a2a7-7000-bf62-715cbf22dabc', '01a1e4f3-9f91-7000-be02-91ab8e4abbc7', 'FT_P-2Yv2l4iINTXFFb_s1xXfEZRgIjVlTc5htYT1yw', 'pQECAyYgASFYIHKWeCwQVU-Tc4u8Xp9NnhwVhqaDHtUVInN9BgSE2K3jIlggpAAaKTfeVfZNvCW_MzMs5KFHz50K81QdPFi5k8LJtVk', 1, 'Key ring', '["usb"]', 0, 0, '2026-11-16T15:22:14.567Z', '2026-11-16T15:22:14.580Z');

insert into projects (id, owner_id, title, created_at, updated_at) values
  ('01a1e4f3-a023-7000-9a10-3492f16e036f', '01a1e4f3-9f91-7000-be02-91ab8e4abbc7', 'Garden', '2026-11-16T15:22:13.923Z', '2026-11-16T15:22:13.923Z'),
  ('01a1e4f3-a039-7000-8340-4f3caffd3775', '01a1e4f3-9f91-7000-be02-91ab8e4abbc7', 'Haus & Hof 🏡', '2026-11-16T15:22:13.945Z', '2026-11-16T15:22:13.983Z');

insert into statuses (id, owner_id, project_id, name, position) values
  ('01a1e4f3-a024-7000-8bb0-356334fae3b6', '01a1e4f3-9f91-7000-be02-91ab8e4abbc7', '01a1e4f3-a023-7000-9a10-3492f16e036f', 'To do', 0),
  ('01a1e4f3-a024-7001-9738-60b58f20057b', '01a1e4f3-9f91-7000-be02-91ab8e4abbc7', '01a1e4f3-a023-7000-9a10-3492f16e036f', 'Doing', 1),
  ('01a1e4f3-a024-7002-9d87-de0bc4902841', '01a1e4f3-9f91-7000-be02-91ab8e4abbc7', '01a1e4f3-a023-7000-9a10-3492f16e036f', 'Done', 2),
  ('01a1e4f3-a03b-7000-b83e-1f997c30d8e1', '01a1e4f3-9f91-7000-be02-91ab8e4abbc7', '01a1e4f3-a039-7000-8340-4f3caffd3775', 'To do', 0),
  ('01a1e4f3-a03c-7000-9a03-ad8cfe83cde8', '01a1e4f3-9f91-7000-be02-91ab8e4abbc7', '01a1e4f3-a039-7000-8340-4f3caffd3775', 'Doing', 1),
  ('01a1e4f3-a03c-7001-97cd-ee24b0f39942', '01a1e4f3-9f91-7000-be02-91ab8e4abbc7', '01a1e4f3-a039-7000-8340-4f3caffd3775', 'Done', 2);

insert into cards (id, owner_id, project_id, status_id, text, complete, position, created_at, updated_at) values
  ('01a1e4f3-a097-7000-a61a-34caed6ae00e', '01a1e4f3-9f91-7000-be02-91ab8e4abbc7', '01a1e4f3-a023-7000-9a10-3492f16e036f', '01a1e4f3-a024-7000-8bb0-356334fae3b6', 'Weed, don''t hoe; 100 %', 0, 0, '2026-11-16T15:22:14.030Z', '2026-11-16T15:22:14.277Z'),
  ('01a1e4f3-a0d7-7000-ac6f-82f2e48d693d', '01a1e4f3-9f91-7000-be02-91ab8e4abbc7', '01a1e4f3-a023-7000-9a10-3492f16e036f', '01a1e4f3-a024-7002-9d87-de0bc4902841', 'Water the “Café au lait” dahlias', 1, 0, '2026-11-16T15:22:14.102Z', '2026-11-16T15:22:14.264Z'),
  ('01a1e4f3-a0e3-7000-a59a-0935f43d23e4', '01a1e4f3-9f91-7000-be02-91ab8e4abbc7', '01a1e4f3-a023-7000-9a10-3492f16e036f', '01a1e4f3-a024-7001-9738-60b58f20057b', 'Sow
radishes, then lettuce

— late', 0, 1, '2026-11-16T15:22:14.114Z', '2026-11-16T15:22:14.229Z'),
  ('01a1e4f3-a12f-7000-9531-9f9a8606e47e', '01a1e4f3-9f91-7000-be02-91ab8e4abbc7', '01a1e4f3-a023-7000-9a10-3492f16e036f', '01a1e4f3-a024-7001-9738-60b58f20057b', 'לקצור', 0, 0, '2026-11-16T15:22:14.190Z', '2026-11-16T15:22:14.229Z'),
  ('01a1e4f3-a18f-7000-8b2c-b39d27cc1662', '01a1e4f3-9f91-7000-be02-91ab8e4abbc7', null, null, 'Call Lin', 0, 1, '2026-11-16T15:22:14.286Z', '2026-11-16T15:22:14.334Z'),
  ('01a1e4f3-a197-7000-a9df-025ef6e7e4a7', '01a1e4f3-9f91-7000-be02-91ab8e4abbc7', null, null, 'Buy string', 0, 2, '2026-11-16T15:22:14.295Z', '2026-11-16T15:22:14.334Z'),
  ('01a1e4f3-a1b0-7000-bb6a-70aafade5213', '01a1e4f3-9f91-7000-be02-91ab8e4abbc7', null, null, 'Read', 0, 0, '2026-11-16T15:22:14.320Z', '2026-11-16T15:22:14.334Z'),
  ('01a1e4f3-a2c1-7000-b4f5-2068f49a69d5', '01a1e4f3-9f91-7000-be02-91ab8e4abbc7', null, null, 'Once', 0, 3, '2026-11-16T15:22:14.593Z', '2026-11-16T15:22:14.593Z');
