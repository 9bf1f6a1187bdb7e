-- Tells workers, once the transaction that adds a job has committed, that there is work (decision 0024).
CREATE FUNCTION "job_added"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('jobs', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "job_added" AFTER INSERT ON "jobs" FOR EACH STATEMENT EXECUTE FUNCTION "job_added"();
