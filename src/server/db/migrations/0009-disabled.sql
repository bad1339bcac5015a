-- beside: 0008-sent-links.sql
-- The operator lets nobody in to this account, and keeps it.
alter table users add column disabled_at text;
