-- What people have done with 0.5.0, as it is in its database.

insert into users (id, email, email_verified_at, pending_email, verification_email_sent_at, change_email_sent_at, passkey_handle, created_at) values
  ('01a1e4f3-bd46-7000-8614-e2f03b8da4af', 'ada@example.com', '2026-11-16T15:22:21.463Z', 'ada@example.org', '2026-11-16T15:22:21.379Z', '2026-11-16T15:22:22.227Z', 'fb9FANrrlgXx76UAs9433HF-8D6o_XqOfXK9d53GI7FrukoqU8qOVX_XNEQuT9pS04ZHH64IaHNFv-GFJB0hOA', '2026-11-16T15:22:21.379Z'),
  ('01a1e4f3-c0ee-7000-98b3-1197cda4fd43', 'lin@example.com', null, null, '2026-11-16T15:22:22.318Z', null, 'Q7MD-MtS4cIuSkeV9PeZC6R3J_LyrzZfpJyLZBhAxveOX3jLUkJiE3uYuKNOXoN8zsJ5lX7XSOG4Ad4JkOuuuw', '2026-11-16T15:22:22.318Z'),
  ('01a1e4f3-cbea-7000-a4cf-7c4edd6580e8', 'grace@example.com', null, null, '2026-11-16T15:22:25.127Z', null, 'UjTQSsE5Jgy_3T5eqIblg1MzUFDccQFWJPkkABoX582XCLVwKoA68u4Lpkk9B4nynxQfm4Q71qYCqAVq6Fir_w', '2026-11-16T15:22:25.127Z');

insert into links (token_hash, owner_id, purpose, email, created_at, expires_at, used_at) values
  ('jZKny_MJLrFunJJxxB93ZjSeoVmIh6ia-nxuQa1CQM8', '01a1e4f3-bd46-7000-8614-e2f03b8da4af', 'sign_in', 'ada@example.com', '2026-11-16T15:22:21.384Z', '2026-11-16T15:37:21.384Z', '2026-11-16T15:22:21.463Z'),
  ('J8fZ2MGrQJA0_rDhk5uzZ3b5lzWheUSzczlqy1huqAw', '01a1e4f3-bd46-7000-8614-e2f03b8da4af', 'change_address', 'ada@example.org', '2026-11-16T15:22:22.228Z', '2026-11-16T15:37:22.228Z', null),
  ('UiBOovq3564ldw5f2Ii62ouo5UxVStHVzJEUNCRtDYs', '01a1e4f3-c0ee-7000-98b3-1197cda4fd43', 'sign_in', 'lin@example.com', '2026-11-16T15:22:22.319Z', '2026-11-16T15:37:22.319Z', null),
  ('XhokTD6uNp1RGcs962w9v2Ur_qZN35PocVDwPEd2DoI', '01a1e4f3-cbea-7000-a4cf-7c4edd6580e8', 'sign_in', 'grace@example.com', '2026-11-16T15:22:25.132Z', '2026-11-16T15:37:25.132Z', null);

insert into outbox (id, owner_id, token_hash, nonce, attempts, next_attempt_at) values
  ('01a1e4f3-cbec-7000-9462-ca8b8ac6c769', '01a1e4f3-cbea-7000-a4cf-7c4edd6580e8', 'XhokTD6uNp1RGcs962w9v2Ur_qZN35PocVDwPEd2DoI', 'twQnAnMjHHPTaOQ29LDcCWadb0mEF-j2k3Y8z7kcaic', 1, '2026-11-16T15:22:26.310Z');

insert into passkeys (id, owner_id, credential_id, public_key, sign_count, label, transports, backup_eligible, synced, created_at, last_used_at) values
  ('01a1e4f3-c069-7000-a959-d160e4a6d833', '01a1e4f3-bd46-7000-8614-e2f03b8da4af', 'F-zhyPPpYq8i7UbW5M74EPe1__0c1cf1LBApIMR6dyk', 'pQECAyYgASFYII0-cIQxwEyqcQzTeX71eMgnunEUvNic5ecvYvRU4UMtIlgg8ylekNlpu-dg4LNUVNDLtSXljoQEhi9QZQ_bePfnQPw', 1, 'Key ring', '["usb"]', 0, 0, '2026-11-16T15:22:22.185Z', '2026-11-16T15:22:22.224Z');

insert into projects (id, owner_id, title, created_at, updated_at) values
  ('01a1e4f3-bde1-7000-bd31-af2eb0ee98d0', '01a1e4f3-bd46-7000-8614-e2f03b8da4af', 'Garden', '2026-11-16T15:22:21.537Z', '2026-11-16T15:22:21.537Z'),
  ('01a1e4f3-be09-7000-bd10-de9b9da21f71', '01a1e4f3-bd46-7000-8614-e2f03b8da4af', 'Haus & Hof 🏡', '2026-11-16T15:22:21.577Z', '2026-11-16T15:22:21.609Z');

insert into statuses (id, owner_id, project_id, name, position) values
  ('01a1e4f3-bde2-7000-a357-d225dfdd4210', '01a1e4f3-bd46-7000-8614-e2f03b8da4af', '01a1e4f3-bde1-7000-bd31-af2eb0ee98d0', 'To do', 0),
  ('01a1e4f3-bde2-7001-b0fe-38800964959b', '01a1e4f3-bd46-7000-8614-e2f03b8da4af', '01a1e4f3-bde1-7000-bd31-af2eb0ee98d0', 'Doing', 1),
  ('01a1e4f3-bde2-7002-ae72-245450a507b6', '01a1e4f3-bd46-7000-8614-e2f03b8da4af', '01a1e4f3-bde1-7000-bd31-af2eb0ee98d0', 'Done', 2),
  ('01a1e4f3-be09-7001-baf0-5cd659125fd8', '01a1e4f3-bd46-7000-8614-e2f03b8da4af', '01a1e4f3-be09-7000-bd10-de9b9da21f71', 'To do', 0),
  ('01a1e4f3-be09-7002-86df-c270a4fe0063', '01a1e4f3-bd46-7000-8614-e2f03b8da4af', '01a1e4f3-be09-7000-bd10-de9b9da21f71', 'Doing', 1),
  ('01a1e4f3-be09-7003-b4cf-a323c4b68aa1', '01a1e4f3-bd46-7000-8614-e2f03b8da4af', '01a1e4f3-be09-7000-bd10-de9b9da21f71', 'Done', 2);

insert into cards (id, owner_id, project_id, status_id, text, complete, position, created_at, updated_at) values
  ('01a1e4f3-be4c-7000-86c3-b0768b074444', '01a1e4f3-bd46-7000-8614-e2f03b8da4af', '01a1e4f3-bde1-7000-bd31-af2eb0ee98d0', '01a1e4f3-bde2-7000-a357-d225dfdd4210', 'Weed, don''t hoe; 100 %', 0, 0, '2026-11-16T15:22:21.641Z', '2026-11-16T15:22:21.757Z'),
  ('01a1e4f3-be57-7000-bbf1-f72bc91cc611', '01a1e4f3-bd46-7000-8614-e2f03b8da4af', '01a1e4f3-bde1-7000-bd31-af2eb0ee98d0', '01a1e4f3-bde2-7002-ae72-245450a507b6', 'Water the “Café au lait” dahlias', 1, 0, '2026-11-16T15:22:21.655Z', '2026-11-16T15:22:21.718Z'),
  ('01a1e4f3-be63-7000-bc40-e1d279f4254c', '01a1e4f3-bd46-7000-8614-e2f03b8da4af', '01a1e4f3-bde1-7000-bd31-af2eb0ee98d0', '01a1e4f3-bde2-7001-b0fe-38800964959b', 'Sow
radishes, then lettuce

— late', 0, 1, '2026-11-16T15:22:21.666Z', '2026-11-16T15:22:21.697Z'),
  ('01a1e4f3-be71-7000-a957-ffabe07989fc', '01a1e4f3-bd46-7000-8614-e2f03b8da4af', '01a1e4f3-bde1-7000-bd31-af2eb0ee98d0', '01a1e4f3-bde2-7001-b0fe-38800964959b', 'לקצור', 0, 0, '2026-11-16T15:22:21.681Z', '2026-11-16T15:22:21.697Z'),
  ('01a1e4f3-bec8-7000-a44b-f672631424d3', '01a1e4f3-bd46-7000-8614-e2f03b8da4af', null, null, 'Call Lin', 0, 1, '2026-11-16T15:22:21.767Z', '2026-11-16T15:22:21.870Z'),
  ('01a1e4f3-bed8-7000-9f20-a0c85ac6ceb5', '01a1e4f3-bd46-7000-8614-e2f03b8da4af', null, null, 'Buy string', 0, 2, '2026-11-16T15:22:21.784Z', '2026-11-16T15:22:21.870Z'),
  ('01a1e4f3-bf10-7000-b42d-d2fb267ced8d', '01a1e4f3-bd46-7000-8614-e2f03b8da4af', null, null, 'Read', 0, 0, '2026-11-16T15:22:21.840Z', '2026-11-16T15:22:21.870Z'),
  ('01a1e4f3-c09f-7000-bc5f-790ef1eea08d', '01a1e4f3-bd46-7000-8614-e2f03b8da4af', null, null, 'Once', 0, 3, '2026-11-16T15:22:22.239Z', '2026-11-16T15:22:22.239Z');
