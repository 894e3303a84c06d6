import Sqlite from "better-sqlite3";
const db = new Sqlite("/tmp/claimprobe/claiming-200000/linnet.db");
const q = (ex) => `with recursive waiting(account_id) as (
  select min(account_id) from tweets where state = 'scheduled'
  union all
  select (select min(account_id) from tweets where state = 'scheduled' and account_id > waiting.account_id)
    from waiting where waiting.account_id is not null)
      select t.id from waiting
      cross join accounts a on a.id = waiting.account_id
      cross join tweets t on t.id = (select id from tweets
        where account_id = a.id and state = 'scheduled' order by due_at, id limit 1)
      where t.due_at <= 99999999999999
        and a.status = 'active' and a.unlinked_at is null
        ${ex}
      order by t.due_at, t.id limit 200`;
const ex = `and not exists (select 1 from tweets p
          where p.account_id = a.id and p.state = 'publishing' and p.publish_type = 'scheduled')`;
for (const e of ["", ex]) { for (const r of db.prepare("explain query plan " + q(e)).all()) console.log(r.detail); const t = performance.now(); db.prepare(q(e)).all(); console.log(performance.now() - t); }
console.log(db.prepare("select * from sqlite_master where name like 'sqlite_stat%'").all());
