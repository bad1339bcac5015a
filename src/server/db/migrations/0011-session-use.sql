-- beside: 0008-sent-links.sql
-- To within some minutes; null if the session has not been used since this column exists.
alter table sessions add column last_used_at text;
