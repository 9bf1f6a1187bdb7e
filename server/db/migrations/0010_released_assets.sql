CREATE TABLE "released_assets" (
	"name" text PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "released_assets_seen_at_index" ON "released_assets" USING btree ("seen_at");