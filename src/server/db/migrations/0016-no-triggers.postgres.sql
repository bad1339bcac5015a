-- beside: 0013-oauth.sql
-- Triggers refused the writes of versions before 0.5.0, which didn't look at the migrations.
drop function if exists refuse_uncounted() cascade;
drop function if exists refuse_uncounted_deletion() cascade;

-- Says nothing to versions from 0.10.1 on.
delete from side_by_side where migration <= '0013-oauth.sql';

-- Databases that were created before 0014 have what follows.

-- Room in every page for the next version of its rows: no index mentions what changes in them, so PostgreSQL reuses the
-- space of the last version at once.
alter table counters set (fillfactor = 50);

-- The same view, so written that the owner of a project is known to be that of its cards before any row is read: a database
-- that is distributed by owner then asks one shard alone.
create or replace view counted_projects as
select projects.id, projects.owner_id, title,
  coalesce(counts.cards, 0) as card_count,
  coalesce(counts.completed, 0) as completed_card_count,
  created_at, updated_at, revision, changed
from projects
left join (
  select owner_id, project_id, count(*) as cards, count(*) filter (where complete = 1) as completed
  from cards where project_id is not null group by owner_id, project_id
) as counts on counts.owner_id = projects.owner_id and counts.project_id = projects.id;
