-- beside: 0013-oauth.sql
-- The token with the scope `capture` that added the card. One such token may have only so many open cards.
alter table cards add column captured_by text;
alter table bin add column captured_by text;
-- A card that was added as completed counts as long as nobody has touched it.
create index cards_captured on cards (owner_id, captured_by)
  where captured_by is not null and (complete = 0 or updated_at = created_at);
-- What such a token gets again when it repeats a request: the card as it was then, without its text. Null for all others.
alter table idempotency_keys add column made text;
