-- beside: 0008-sent-links.sql
-- The scope of the token in the address of a calendar. Older versions refuse it everywhere.
alter table api_tokens drop constraint api_tokens_scope_check;
alter table api_tokens add constraint api_tokens_scope_check
  check (scope in ('capture', 'read', 'write', 'calendar'));
