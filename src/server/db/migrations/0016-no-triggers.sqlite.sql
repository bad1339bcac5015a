-- beside: 0013-oauth.sql
-- Triggers refused the writes of versions before 0.5.0, which didn't look at the migrations.
drop trigger if exists cards_inserted_uncounted;
drop trigger if exists cards_updated_uncounted;
drop trigger if exists cards_deleted_uncounted;
drop trigger if exists projects_inserted_uncounted;
drop trigger if exists projects_updated_uncounted;
drop trigger if exists projects_deleted_uncounted;

-- Says nothing to versions from 0.10.1 on.
delete from side_by_side where migration <= '0013-oauth.sql';
