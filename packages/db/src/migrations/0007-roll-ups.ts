/** Roll-ups of results by hour, day and month, and the reads of one check's history over any window. */
export const rollUps = /* sql */ `
create function grain_start(grain text, at timestamptz) returns timestamptz language sql immutable parallel safe as $$
  select date_trunc(case grain when '1h' then 'hour' when '1d' then 'day' else 'month' end, at, 'UTC')
$$;

create function grain_next(grain text, at timestamptz) returns timestamptz language sql immutable parallel safe as $$
  select case grain
    when '1h' then at + interval '1 hour'
    when '1d' then at + interval '24 hours'
    else ((at at time zone 'UTC') + interval '1 month') at time zone 'UTC' end
$$;

create function grain_ceiling(grain text, at timestamptz) returns timestamptz language sql immutable parallel safe as $$
  select case when grain_start(grain, at) = at then at else grain_next(grain, grain_start(grain, at)) end
$$;

create function mark_rolled_up(grain text, since timestamptz, until timestamptz) returns void language sql as $$
  insert into status_coverage values (grain, since, until)
  on conflict (grain) do update set
    covered_from = least(status_coverage.covered_from, excluded.covered_from),
    covered_until = greatest(status_coverage.covered_until, excluded.covered_until)
$$;
comment on function mark_rolled_up(text, timestamptz, timestamptz) is
  'Tells the window reads that every result between the two times is in the roll-up of that grain';

create function roll_up_raw(grain text, since timestamptz, until timestamptz)
returns table (check_id uuid, created_at timestamptz, duration int8, total int4, passed int4, sketch int4[])
language sql stable as $$
  with counted as (
    select s.check_id, grain_start(grain, s.time) as at, sketch_index(coalesce(s.duration, 0)) as index,
      count(*)::int4 as n, count(*) filter (where s.status)::int4 as passed, sum(coalesce(s.duration, 0))::int8 as duration
    from check_statuses s where s.time >= since and s.time < until and s.status is not null
    group by 1, 2, 3)
  select c.check_id, c.at, sum(c.duration)::int8, sum(c.n)::int4, sum(c.passed)::int4,
    array_agg(sketch_member(c.index, c.n) order by c.index)
  from counted c group by c.check_id, c.at
$$;

create function roll_up_merge(grain text, since timestamptz, until timestamptz)
returns table (check_id uuid, created_at timestamptz, duration int8, total int4, passed int4, sketch int4[])
language sql stable as $$
  with finer as (
    select h.check_id, grain_start(grain, h.created_at) as at, h.duration::int8 as duration, h.total, h.passed, h.sketch
    from check_statuses_1h h where grain = '1d' and h.created_at >= since and h.created_at < until
    union all
    select d.check_id, grain_start(grain, d.created_at), d.duration, d.total, d.passed, d.sketch
    from check_statuses_1d d where grain = '1mo' and d.created_at >= since and d.created_at < until),
  sums as (
    select f.check_id, f.at, sum(f.duration)::int8 as duration, sum(f.total)::int4 as total, sum(f.passed)::int4 as passed
    from finer f group by 1, 2),
  counted as (
    select f.check_id, f.at, p.index, sum(p.n)::int4 as n
    from finer f cross join lateral sketch_pairs(f.sketch) p group by 1, 2, 3),
  merged as (
    select c.check_id, c.at, array_agg(sketch_member(c.index, least(c.n - 1000000 * part, 1000000)) order by c.index, part) as sketch
    from counted c cross join lateral generate_series(0, (c.n - 1) / 1000000) part group by 1, 2)
  select s.check_id, s.at, s.duration, s.total, s.passed, coalesce(m.sketch, '{}')
  from sums s left join merged m using (check_id, at)
$$;

create function roll_up_statuses(grain text, since timestamptz, until timestamptz) returns int8
language plpgsql as $$
declare
  known status_coverage;
  hours status_coverage;
  a timestamptz;
  b timestamptz;
  source text := 'roll_up_raw';
  written int8;
begin
  if grain not in ('1h', '1d', '1mo') then
    raise exception 'unknown grain %', grain using errcode = 'invalid_parameter_value';
  end if;
  perform pg_advisory_xact_lock(hashtext('roll up ' || grain));
  select * into known from status_coverage c where c.grain = roll_up_statuses.grain;
  a := grain_start(grain, least(since, coalesce(known.covered_until, since)));
  b := grain_ceiling(grain, greatest(until, coalesce(known.covered_from, until)));
  if grain = '1d' then
    select * into hours from status_coverage c where c.grain = '1h';
    if hours.covered_from <= a and hours.covered_until >= grain_start('1h', least(until, b)) then
      perform roll_up_statuses('1h', grain_start('1h', least(until, b)), least(until, b));
      source := 'roll_up_merge';
    end if;
  elsif grain = '1mo' then
    source := 'roll_up_merge';
  end if;
  execute format('insert into %I as t (check_id, created_at, duration, total, passed, failed, sketch)
    select r.check_id, r.created_at, %s, r.total, r.passed, r.total - r.passed, r.sketch
    from %I($1, $2, $3) r where exists (select 1 from checks c where c.id = r.check_id)
    on conflict (check_id, created_at) do update set duration = excluded.duration, total = excluded.total,
      passed = excluded.passed, failed = excluded.failed, sketch = excluded.sketch
    where (t.total, t.passed, t.duration) is distinct from (excluded.total, excluded.passed, excluded.duration)
      or t.sketch is distinct from excluded.sketch',
    'check_statuses_' || grain, case grain when '1mo' then 'r.duration' else 'least(r.duration, 2147483647)::int4' end,
    source) using grain, a, b;
  get diagnostics written = row_count;
  perform mark_rolled_up(grain, a, greatest(a, grain_start(grain, until)));
  if grain = '1d' then
    select * into known from status_coverage c where c.grain = '1d';
    if grain_start('1mo', known.covered_until) > grain_start('1mo', a) then
      perform roll_up_statuses('1mo', grain_start('1mo', a), grain_start('1mo', known.covered_until));
    end if;
  end if;
  return written;
end $$;
comment on function roll_up_statuses(text, timestamptz, timestamptz) is
  'Rolls results up by 1h, 1d (from hour rows that are complete, else from results; then the months that are over) or 1mo. '
  'Joins up with what was rolled up before; safe to repeat. Results that come later than the window need another call';

create function status_cover(since timestamptz, until timestamptz, grains text[])
returns table (grain text, starts timestamptz, ends timestamptz) language plpgsql stable as $$
declare
  lefts timestamptz[] := array[since];
  rights timestamptz[] := array[until];
  next_lefts timestamptz[];
  next_rights timestamptz[];
  g text;
  covered status_coverage;
begin
  foreach g in array grains loop
    select * into covered from status_coverage c where c.grain = g;
    continue when not found;
    next_lefts := '{}';
    next_rights := '{}';
    for i in 1 .. cardinality(lefts) loop
      starts := grain_ceiling(g, greatest(lefts[i], covered.covered_from));
      ends := grain_start(g, least(rights[i], covered.covered_until));
      if starts < ends then
        grain := g;
        return next;
        next_lefts := next_lefts || lefts[i] || ends;
        next_rights := next_rights || starts || rights[i];
      else
        next_lefts := next_lefts || lefts[i];
        next_rights := next_rights || rights[i];
      end if;
    end loop;
    lefts := next_lefts;
    rights := next_rights;
  end loop;
  grain := 'raw';
  for i in 1 .. cardinality(lefts) loop
    starts := lefts[i];
    ends := rights[i];
    if starts < ends then
      return next;
    end if;
  end loop;
end $$;
comment on function status_cover(timestamptz, timestamptz, text[]) is
  'Cuts a window into stretches, each read from the first of the grains that holds it whole, the rest from raw results';

create function oldest_edge(since timestamptz) returns timestamptz language plpgsql stable as $$
declare
  raw_from timestamptz := coalesce((select covered_from from status_coverage where grain = 'raw'), '-infinity');
  hours_from timestamptz := coalesce((select covered_from from status_coverage where grain = '1h'), 'infinity');
begin
  if since >= raw_from then return since; end if;
  if since >= hours_from then return grain_start('1h', since); end if;
  return grain_start('1d', since);
end $$;
comment on function oldest_edge(timestamptz) is
  'Moves the start of a window back to the start of the smallest stretch that is still held at that age';

create function status_window(check_id uuid, since timestamptz, until timestamptz)
returns table (passed int8, failed int8, duration int8, sketch int4[])
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  if until - since <= interval '7 days' then
    return query
      with counted as (
        select sketch_index(coalesce(s.duration, 0)) as index, count(*) as n, count(*) filter (where s.status) as passed,
          sum(coalesce(s.duration, 0)) as duration
        from check_statuses s
        where s.check_id = status_window.check_id and s.time >= since and s.time < until and s.status is not null
        group by 1)
      select coalesce(sum(c.passed) filter (where v.part = 0), 0)::int8,
        coalesce(sum(c.n - c.passed) filter (where v.part = 0), 0)::int8,
        coalesce(sum(c.duration) filter (where v.part = 0), 0)::int8,
        coalesce(array_agg(v.member order by c.index, v.part), '{}')
      from counted c cross join lateral (values (0, c.index), (1, c.n::int4)) v(part, member);
    return;
  end if;
  return query
    with cover as materialized (select * from status_cover(oldest_edge(since), until, array['1mo', '1d', '1h'])),
    rolled as materialized (
      select r.duration, r.passed, r.failed, r.sketch from cover c
        join check_statuses_1mo r on r.check_id = status_window.check_id and r.created_at >= c.starts and r.created_at < c.ends
        where c.grain = '1mo'
      union all
      select r.duration, r.passed, r.failed, r.sketch from cover c
        join check_statuses_1d r on r.check_id = status_window.check_id and r.created_at >= c.starts and r.created_at < c.ends
        where c.grain = '1d'
      union all
      select r.duration, r.passed, r.failed, r.sketch from cover c
        join check_statuses_1h r on r.check_id = status_window.check_id and r.created_at >= c.starts and r.created_at < c.ends
        where c.grain = '1h'),
    raw as materialized (
      select sketch_index(coalesce(s.duration, 0)) as index, count(*) as n, count(*) filter (where s.status) as passed,
        sum(coalesce(s.duration, 0)) as duration
      from cover c
      join check_statuses s on s.check_id = status_window.check_id and s.time >= c.starts and s.time < c.ends
      where c.grain = 'raw' and s.status is not null group by 1),
    counted as (
      select p.index, sum(p.n)::int4 as n from (
        select q.index, q.n from rolled r cross join lateral sketch_pairs(r.sketch) q
        union all select index, n from raw) p
      group by 1)
    select
      ((select coalesce(sum(passed), 0) from rolled) + (select coalesce(sum(passed), 0) from raw))::int8,
      ((select coalesce(sum(failed), 0) from rolled) + (select coalesce(sum(n - passed), 0) from raw))::int8,
      ((select coalesce(sum(duration), 0) from rolled) + (select coalesce(sum(duration), 0) from raw))::int8,
      (select coalesce(array_agg(v.member order by c.index, v.part), '{}')
        from counted c cross join lateral (values (0, c.index), (1, c.n)) v(part, member));
end $$;
comment on function status_window(uuid, timestamptz, timestamptz) is
  'Passed, failed, sum of durations and sketch of one check over a window: results up to 7 days, beyond that the roll-ups';

create function status_buckets(check_id uuid, since timestamptz, until timestamptz, width interval)
returns table ("time" timestamptz, passed int8, failed int8, duration int8)
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  w int8 := extract(epoch from width)::int8;
begin
  if until - since <= interval '7 days' or width < interval '1 hour' then
    return query
      select to_timestamp(floor((extract(epoch from s.time)::float8 + w / 2.0) / w) * w), count(*) filter (where s.status),
        count(*) filter (where not s.status), round(avg(coalesce(s.duration, 0)))::int8
      from check_statuses s
      where s.check_id = status_buckets.check_id and s.time >= since and s.time < until and s.status is not null
      group by 1 order by 1;
    return;
  end if;
  return query
    with cover as materialized (select * from status_cover(oldest_edge(since), until, array['1h', '1d'])),
    parts as (
      select r.created_at as at, r.duration::int8 as duration, r.passed, r.failed from cover c
        join check_statuses_1d r on r.check_id = status_buckets.check_id and r.created_at >= c.starts and r.created_at < c.ends
        where c.grain = '1d'
      union all
      select r.created_at, r.duration, r.passed, r.failed from cover c
        join check_statuses_1h r on r.check_id = status_buckets.check_id and r.created_at >= c.starts and r.created_at < c.ends
        where c.grain = '1h'
      union all
      select s.time, coalesce(s.duration, 0), s.status::int4, (not s.status)::int4 from cover c
        join check_statuses s on s.check_id = status_buckets.check_id and s.time >= c.starts and s.time < c.ends
        where c.grain = 'raw' and s.status is not null)
    select to_timestamp(floor((extract(epoch from p.at)::float8 + w / 2.0) / w) * w), sum(p.passed)::int8,
      sum(p.failed)::int8, round(sum(p.duration)::numeric / sum(p.passed + p.failed))::int8
    from parts p group by 1 order by 1;
end $$;
comment on function status_buckets(uuid, timestamptz, timestamptz, interval) is
  'Passed, failed and rounded mean duration of one check by buckets at floor((epoch + width / 2) / width) * width';

create function refresh_check_states(ids uuid[] default null) returns int8 language plpgsql as $$
declare
  written int8;
begin
  insert into check_states as t
    (check_id, passed, failed, p50, p95, p97, p99, mean, last_check, last_pass, last_fail)
  select c.id, n.*
  from checks c
  left join lateral (
    select count(*) filter (where s.status)::int4 as passed, count(*) filter (where not s.status)::int4 as failed,
      percentile_disc(array[0.5, 0.95, 0.97, 0.99]) within group (order by s.duration) as p,
      round(avg(s.duration))::int4 as mean, max(s.time) as last_check,
      max(s.time) filter (where s.status) as last_pass, max(s.time) filter (where not s.status) as last_fail
    from check_statuses s
    where s.check_id = c.id and s.time > now() - interval '1 hour' and s.status is not null
    having count(*) > 0) h on true
  left join lateral (
    select s.duration, s.time, s.status::int4 as passed, (not s.status)::int4 as failed from check_statuses s
    where h.last_check is null and s.check_id = c.id and s.status is not null order by s.time desc limit 1) a on true
  left join check_states o on o.check_id = c.id
  cross join lateral (select coalesce(h.passed, a.passed, 0), coalesce(h.failed, a.failed, 0),
    coalesce(h.p[1], a.duration), coalesce(h.p[2], a.duration), coalesce(h.p[3], a.duration),
    coalesce(h.p[4], a.duration), coalesce(h.mean, a.duration), coalesce(h.last_check, a.time),
    coalesce(case when h.last_check is not null then h.last_pass when a.passed = 1 then a.time end, o.last_pass),
    coalesce(case when h.last_check is not null then h.last_fail when a.failed = 1 then a.time end, o.last_fail)) n
  where (ids is null or c.id = any (ids)) and c.deleted_at is null and coalesce(h.last_check, a.time) is not null
    and n is distinct from
      (o.passed, o.failed, o.p50, o.p95, o.p97, o.p99, o.mean, o.last_check, o.last_pass, o.last_fail)
  order by c.id
  on conflict (check_id) do update set passed = excluded.passed, failed = excluded.failed, p50 = excluded.p50,
    p95 = excluded.p95, p97 = excluded.p97, p99 = excluded.p99, mean = excluded.mean, last_check = excluded.last_check,
    last_pass = coalesce(excluded.last_pass, t.last_pass), last_fail = coalesce(excluded.last_fail, t.last_fail);
  get diagnostics written = row_count;
  return written;
end $$;
comment on function refresh_check_states(uuid[]) is
  'Counts the last hour of the given checks anew, or of all; with nothing in the hour the last result stands for it. '
  'Writes, and counts in its answer, the states alone that became others';
`;
