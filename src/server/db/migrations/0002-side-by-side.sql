-- While a new version is being rolled out, instances of the old one are still running. A migration that is named here lets
-- those of them go on writing that know `beside`, or a later migration. One that is not named here lets none.
create table side_by_side (
  migration text not null primary key references migrations (name) on delete cascade,
  beside text not null
) strict;
