ALTER TABLE "sessions" ADD COLUMN "confirmed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD COLUMN "activates_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD COLUMN "undo_token_hash" text;--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD CONSTRAINT "payment_accounts_undoTokenHash_unique" UNIQUE("undo_token_hash");--> statement-breakpoint
-- A session counts as confirmed when the user signed in.
UPDATE "sessions" SET "confirmed_at" = "created_at";
