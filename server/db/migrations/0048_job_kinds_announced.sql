-- Tells workers the kinds of the jobs that a transaction has added, so that each looks at the lanes of these kinds only
-- (decision 0024).
CREATE OR REPLACE FUNCTION "job_added"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('jobs', kind) FROM (SELECT DISTINCT kind FROM added) AS kinds;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "job_added" AFTER INSERT ON "jobs" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "job_added"();
