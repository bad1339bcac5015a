-- beside: 0013-oauth.sql
-- SQLite sorts the cards of a project unless it knows that no two of its columns have the same position.
create unique index statuses_in_order on statuses (owner_id, project_id, position);
