-- The schema of 0.10.1 on PostgreSQL, as pg_dump tells it.

CREATE FUNCTION public.refuse_uncounted() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'this change passes the counter by';
end $$;

CREATE FUNCTION public.refuse_uncounted_deletion() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if exists (select 1 from users where id = old.owner_id and left_at is null)
    and not exists (select 1 from tombstones where owner_id = old.owner_id and id = old.id)
  then raise exception 'this change passes the counter by';
  end if;
  return old;
end $$;

CREATE TABLE public.api_tokens (
    owner_id text NOT NULL,
    id text NOT NULL,
    token_hash text NOT NULL,
    label text NOT NULL,
    scope text NOT NULL,
    created_at text NOT NULL,
    expires_at text,
    last_used_at text,
    client_name text,
    client_host text,
    client_hash text,
    CONSTRAINT api_tokens_scope_check CHECK ((scope = ANY (ARRAY['capture'::text, 'read'::text, 'write'::text, 'calendar'::text])))
);

CREATE TABLE public.authorization_codes (
    owner_id text NOT NULL,
    id text NOT NULL,
    code_hash text NOT NULL,
    session_id text NOT NULL,
    session_issued_at text NOT NULL,
    client_name text NOT NULL,
    client_host text,
    client_hash text NOT NULL,
    redirect_uri text NOT NULL,
    challenge text NOT NULL,
    scope text NOT NULL,
    expires_at text NOT NULL,
    token_id text,
    CONSTRAINT authorization_codes_scope_check CHECK ((scope = ANY (ARRAY['capture'::text, 'read'::text, 'write'::text])))
);

CREATE TABLE public.bin (
    owner_id text NOT NULL,
    item_id text NOT NULL,
    id text NOT NULL,
    kind text NOT NULL,
    text text NOT NULL,
    project_id text,
    status_id text,
    complete bigint DEFAULT 0 NOT NULL,
    "position" bigint DEFAULT 0 NOT NULL,
    created_at text NOT NULL,
    seq bigint NOT NULL,
    deleted_at text NOT NULL,
    CONSTRAINT bin_complete_check CHECK ((complete = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
    CONSTRAINT bin_kind_check CHECK ((kind = ANY (ARRAY['card'::text, 'project'::text, 'status'::text])))
);

CREATE TABLE public.cards (
    id text NOT NULL,
    owner_id text NOT NULL,
    project_id text,
    status_id text,
    text text NOT NULL,
    complete bigint NOT NULL,
    "position" bigint NOT NULL,
    created_at text NOT NULL,
    updated_at text NOT NULL,
    revision bigint DEFAULT 0 NOT NULL,
    changed bigint DEFAULT 0 NOT NULL,
    counted bigint DEFAULT 0 NOT NULL,
    CONSTRAINT cards_check CHECK (((project_id IS NULL) = (status_id IS NULL))),
    CONSTRAINT cards_complete_check CHECK ((complete = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
    CONSTRAINT cards_position_check CHECK ((("position" >= 0) AND ("position" <= 2147483647)))
);

CREATE TABLE public.challenges (
    challenge text NOT NULL,
    owner_id text,
    purpose text NOT NULL,
    expires_at text NOT NULL,
    CONSTRAINT challenges_check CHECK (((purpose = 'registration'::text) = (owner_id IS NOT NULL))),
    CONSTRAINT challenges_purpose_check CHECK ((purpose = ANY (ARRAY['registration'::text, 'sign_in'::text])))
);

CREATE TABLE public.projects (
    id text NOT NULL,
    owner_id text NOT NULL,
    title text NOT NULL,
    created_at text NOT NULL,
    updated_at text NOT NULL,
    revision bigint DEFAULT 0 NOT NULL,
    changed bigint DEFAULT 0 NOT NULL
);

CREATE VIEW public.counted_projects AS
 SELECT projects.id,
    projects.owner_id,
    projects.title,
    COALESCE(counts.cards, (0)::bigint) AS card_count,
    COALESCE(counts.completed, (0)::bigint) AS completed_card_count,
    projects.created_at,
    projects.updated_at,
    projects.revision,
    projects.changed
   FROM (public.projects
     LEFT JOIN ( SELECT cards.owner_id,
            cards.project_id,
            count(*) AS cards,
            count(*) FILTER (WHERE (cards.complete = 1)) AS completed
           FROM public.cards
          WHERE (cards.project_id IS NOT NULL)
          GROUP BY cards.owner_id, cards.project_id) counts ON (((counts.owner_id = projects.owner_id) AND (counts.project_id = projects.id))));

CREATE TABLE public.counters (
    owner_id text NOT NULL,
    seq bigint DEFAULT 0 NOT NULL,
    oldest bigint DEFAULT 0 NOT NULL,
    tombstones bigint DEFAULT 0 NOT NULL,
    cards bigint DEFAULT 0 NOT NULL,
    bytes bigint DEFAULT 0 NOT NULL
)
WITH (fillfactor='50');

CREATE TABLE public.idempotency_keys (
    owner_id text NOT NULL,
    key text NOT NULL,
    number bigint NOT NULL,
    request text NOT NULL,
    created_id text,
    created_at text NOT NULL
);

CREATE TABLE public.links (
    token_hash text NOT NULL,
    owner_id text NOT NULL,
    purpose text NOT NULL,
    email text NOT NULL,
    created_at text NOT NULL,
    expires_at text NOT NULL,
    used_at text,
    asked_by text,
    CONSTRAINT links_purpose_check CHECK ((purpose = ANY (ARRAY['sign_in'::text, 'change_address'::text])))
);

CREATE TABLE public.migrations (
    name text NOT NULL
);

CREATE TABLE public.outbox (
    id text NOT NULL,
    owner_id text NOT NULL,
    token_hash text NOT NULL,
    nonce text NOT NULL,
    attempts bigint DEFAULT 0 NOT NULL,
    next_attempt_at text NOT NULL
);

CREATE TABLE public.passkeys (
    id text NOT NULL,
    owner_id text NOT NULL,
    credential_id text NOT NULL,
    public_key text NOT NULL,
    sign_count bigint NOT NULL,
    label text NOT NULL,
    transports text NOT NULL,
    backup_eligible bigint NOT NULL,
    synced bigint NOT NULL,
    created_at text NOT NULL,
    last_used_at text,
    CONSTRAINT passkeys_backup_eligible_check CHECK ((backup_eligible = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
    CONSTRAINT passkeys_synced_check CHECK ((synced = ANY (ARRAY[(0)::bigint, (1)::bigint])))
);

CREATE TABLE public.sent_links (
    subject text NOT NULL,
    times text NOT NULL,
    expires_at text NOT NULL
);

CREATE TABLE public.sessions (
    owner_id text NOT NULL,
    id text NOT NULL,
    method text NOT NULL,
    client text,
    created_at text NOT NULL,
    expires_at text NOT NULL,
    ended_at text,
    last_used_at text,
    CONSTRAINT sessions_method_check CHECK ((method = ANY (ARRAY['link'::text, 'passkey'::text])))
);

CREATE TABLE public.side_by_side (
    migration text NOT NULL,
    beside text NOT NULL
);

CREATE TABLE public.statuses (
    id text NOT NULL,
    owner_id text NOT NULL,
    project_id text NOT NULL,
    name text NOT NULL,
    "position" bigint NOT NULL,
    changed bigint DEFAULT 0 NOT NULL
);

CREATE TABLE public.tombstones (
    owner_id text NOT NULL,
    id text NOT NULL,
    kind text NOT NULL,
    seq bigint NOT NULL,
    deleted_at text NOT NULL,
    CONSTRAINT tombstones_kind_check CHECK ((kind = ANY (ARRAY['card'::text, 'project'::text])))
);

CREATE TABLE public.users (
    id text NOT NULL,
    email text NOT NULL,
    email_verified_at text,
    pending_email text,
    verification_email_sent_at text,
    change_email_sent_at text,
    passkey_handle text NOT NULL,
    created_at text NOT NULL,
    sessions_cutoff text,
    access_ended_at text,
    access_endings bigint DEFAULT 0 NOT NULL,
    left_at text,
    disabled_at text
);

ALTER TABLE ONLY public.api_tokens
    ADD CONSTRAINT api_tokens_pkey PRIMARY KEY (owner_id, id);

ALTER TABLE ONLY public.api_tokens
    ADD CONSTRAINT api_tokens_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.authorization_codes
    ADD CONSTRAINT authorization_codes_code_hash_key UNIQUE (code_hash);

ALTER TABLE ONLY public.authorization_codes
    ADD CONSTRAINT authorization_codes_pkey PRIMARY KEY (owner_id, id);

ALTER TABLE ONLY public.bin
    ADD CONSTRAINT bin_pkey PRIMARY KEY (owner_id, id);

ALTER TABLE ONLY public.cards
    ADD CONSTRAINT cards_pkey PRIMARY KEY (owner_id, id);

ALTER TABLE ONLY public.challenges
    ADD CONSTRAINT challenges_pkey PRIMARY KEY (challenge);

ALTER TABLE ONLY public.counters
    ADD CONSTRAINT counters_pkey PRIMARY KEY (owner_id);

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (owner_id, key);

ALTER TABLE ONLY public.links
    ADD CONSTRAINT links_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY public.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id);

ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_pkey PRIMARY KEY (owner_id, id);

ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_pkey PRIMARY KEY (owner_id, id);

ALTER TABLE ONLY public.sent_links
    ADD CONSTRAINT sent_links_pkey PRIMARY KEY (subject);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (owner_id, id);

ALTER TABLE ONLY public.side_by_side
    ADD CONSTRAINT side_by_side_pkey PRIMARY KEY (migration);

ALTER TABLE ONLY public.statuses
    ADD CONSTRAINT statuses_pkey PRIMARY KEY (owner_id, project_id, id);

ALTER TABLE ONLY public.tombstones
    ADD CONSTRAINT tombstones_pkey PRIMARY KEY (owner_id, id);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_email_key UNIQUE (email);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);

CREATE INDEX authorization_codes_by_expiry ON public.authorization_codes USING btree (expires_at);

CREATE INDEX authorization_codes_by_token ON public.authorization_codes USING btree (owner_id, token_id);

CREATE INDEX bin_by_age ON public.bin USING btree (deleted_at);

CREATE INDEX bin_in_order ON public.bin USING btree (owner_id, seq);

CREATE INDEX bin_items ON public.bin USING btree (owner_id, item_id);

CREATE INDEX bin_projects ON public.bin USING btree (owner_id, seq) WHERE (kind = 'project'::text);

CREATE INDEX cards_changed ON public.cards USING btree (owner_id, changed);

CREATE INDEX cards_of_column ON public.cards USING btree (owner_id, project_id, status_id, "position", id, complete);

CREATE INDEX challenges_by_expiry ON public.challenges USING btree (expires_at);

CREATE INDEX challenges_of_owner ON public.challenges USING btree (owner_id);

CREATE INDEX idempotency_keys_in_order ON public.idempotency_keys USING btree (owner_id, number);

CREATE INDEX links_by_expiry ON public.links USING btree (expires_at);

CREATE INDEX links_of_owner ON public.links USING btree (owner_id, purpose);

CREATE INDEX outbox_by_turn ON public.outbox USING btree (next_attempt_at);

CREATE INDEX outbox_of_owner ON public.outbox USING btree (owner_id);

CREATE INDEX sent_links_by_expiry ON public.sent_links USING btree (expires_at);

CREATE INDEX sessions_by_expiry ON public.sessions USING btree (expires_at);

CREATE INDEX tombstones_by_age ON public.tombstones USING btree (deleted_at);

CREATE INDEX tombstones_in_order ON public.tombstones USING btree (owner_id, seq);

CREATE INDEX users_by_ended_access ON public.users USING btree (access_ended_at) WHERE (access_ended_at IS NOT NULL);

CREATE INDEX users_changing ON public.users USING btree (change_email_sent_at) WHERE (pending_email IS NOT NULL);

CREATE INDEX users_left ON public.users USING btree (left_at) WHERE (left_at IS NOT NULL);

CREATE INDEX users_unverified ON public.users USING btree (verification_email_sent_at) WHERE (email_verified_at IS NULL);

CREATE TRIGGER cards_deleted_uncounted BEFORE DELETE ON public.cards FOR EACH ROW EXECUTE FUNCTION public.refuse_uncounted_deletion();

CREATE TRIGGER cards_inserted_uncounted BEFORE INSERT ON public.cards FOR EACH ROW WHEN ((new.changed = 0)) EXECUTE FUNCTION public.refuse_uncounted();

CREATE TRIGGER cards_updated_uncounted BEFORE UPDATE OF updated_at ON public.cards FOR EACH ROW WHEN ((new.changed = old.changed)) EXECUTE FUNCTION public.refuse_uncounted();

CREATE TRIGGER projects_deleted_uncounted BEFORE DELETE ON public.projects FOR EACH ROW EXECUTE FUNCTION public.refuse_uncounted_deletion();

CREATE TRIGGER projects_inserted_uncounted BEFORE INSERT ON public.projects FOR EACH ROW WHEN ((new.changed = 0)) EXECUTE FUNCTION public.refuse_uncounted();

CREATE TRIGGER projects_updated_uncounted BEFORE UPDATE OF updated_at ON public.projects FOR EACH ROW WHEN ((new.changed = old.changed)) EXECUTE FUNCTION public.refuse_uncounted();

ALTER TABLE ONLY public.api_tokens
    ADD CONSTRAINT api_tokens_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.authorization_codes
    ADD CONSTRAINT authorization_codes_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.authorization_codes
    ADD CONSTRAINT authorization_codes_owner_id_token_id_fkey FOREIGN KEY (owner_id, token_id) REFERENCES public.api_tokens(owner_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.bin
    ADD CONSTRAINT bin_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.cards
    ADD CONSTRAINT cards_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.cards
    ADD CONSTRAINT cards_owner_id_project_id_status_id_fkey FOREIGN KEY (owner_id, project_id, status_id) REFERENCES public.statuses(owner_id, project_id, id) ON DELETE RESTRICT;

ALTER TABLE ONLY public.challenges
    ADD CONSTRAINT challenges_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.counters
    ADD CONSTRAINT counters_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.links
    ADD CONSTRAINT links_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_token_hash_fkey FOREIGN KEY (token_hash) REFERENCES public.links(token_hash) ON DELETE CASCADE;

ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.side_by_side
    ADD CONSTRAINT side_by_side_migration_fkey FOREIGN KEY (migration) REFERENCES public.migrations(name) ON DELETE CASCADE;

ALTER TABLE ONLY public.statuses
    ADD CONSTRAINT statuses_owner_id_project_id_fkey FOREIGN KEY (owner_id, project_id) REFERENCES public.projects(owner_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.tombstones
    ADD CONSTRAINT tombstones_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id) ON DELETE CASCADE;

INSERT INTO public.migrations VALUES
	('0001-everything.sql'),
	('0002-side-by-side.sql'),
	('0003-counters.sql'),
	('0004-numbered-rows.sql'),
	('0005-revisions.sql'),
	('0006-access.sql'),
	('0007-limits.sql'),
	('0008-sent-links.sql'),
	('0009-disabled.sql'),
	('0010-counts-of-an-owner.sql'),
	('0011-session-use.sql'),
	('0012-calendar-scope.sql'),
	('0013-oauth.sql');

INSERT INTO public.side_by_side VALUES
	('0008-sent-links.sql', '0005-revisions.sql'),
	('0009-disabled.sql', '0008-sent-links.sql'),
	('0010-counts-of-an-owner.sql', '0008-sent-links.sql'),
	('0011-session-use.sql', '0008-sent-links.sql'),
	('0012-calendar-scope.sql', '0008-sent-links.sql'),
	('0013-oauth.sql', '0008-sent-links.sql');
