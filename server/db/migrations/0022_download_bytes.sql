ALTER TABLE "grants" ADD COLUMN "unsent_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "downloads" ADD COLUMN "from_start" boolean DEFAULT true NOT NULL;