CREATE TABLE "former_usernames" (
	"username_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer,
	"given_up_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "former_usernames" ADD CONSTRAINT "former_usernames_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_usernames_user_id_index" ON "former_usernames" USING btree ("user_id");
--> statement-breakpoint
-- A cached profile under a former username is dropped when somebody else takes the username, or its owner closes the account.
CREATE FUNCTION "former_username_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate('seller:' || OLD.user_id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "former_username_changed" AFTER UPDATE OR DELETE ON "former_usernames" FOR EACH ROW
  WHEN (OLD.user_id IS NOT NULL)
  EXECUTE FUNCTION "former_username_changed"();
