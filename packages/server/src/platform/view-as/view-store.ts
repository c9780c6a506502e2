import type { Queryable } from '@quarterdeck/identity';

/** As whom a session looks at the product. */
export interface StoredView {
  viewer: string;
  type: 'person' | 'role';
  id: string;
  /** Of the person; empty for a role, and for a person who is gone. */
  name: string;
  email: string;
  untilMs: number;
}

/** The view of a session that holds now. */
export async function findView(db: Queryable, session: string, nowMs: number): Promise<StoredView | null> {
  const { rows } = await db.query<StoredView>({
    name: 'view of session',
    text: `select v.viewer_id::text as viewer, v.as_type as type, v.as_id as id, coalesce(p.name, '') as name,
        coalesce(p.email, '') as email, floor(extract(epoch from v.expires_at) * 1000)::float8 as "untilMs"
      from session_views v
      left join people p on v.as_type = 'person' and p.id::text = v.as_id and p.deleted_at is null
      where v.session = $1 and v.expires_at > $2`,
    values: [session, new Date(nowMs)],
  });
  return rows[0] ?? null;
}

/** Begins a view, in place of one that the session has, and drops those that are over. */
export async function startView(
  db: Queryable,
  session: string,
  { viewer, type, id, untilMs }: Pick<StoredView, 'viewer' | 'type' | 'id' | 'untilMs'>,
  nowMs: number,
): Promise<void> {
  await db.query('delete from session_views where expires_at <= $1', [new Date(nowMs)]);
  await db.query(
    `insert into session_views (session, viewer_id, as_type, as_id, started_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (session) do update set viewer_id = excluded.viewer_id, as_type = excluded.as_type,
       as_id = excluded.as_id, started_at = excluded.started_at, expires_at = excluded.expires_at`,
    [session, viewer, type, id, new Date(nowMs), new Date(untilMs)],
  );
}

/** Ends the view of a session. */
export async function endView(db: Queryable, session: string): Promise<void> {
  await db.query('delete from session_views where session = $1', [session]);
}
