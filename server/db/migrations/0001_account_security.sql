CREATE TABLE "muted_mailboxes" (
	"mailbox_digest" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "second_steps" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "factor_confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "offered_token_version" integer;--> statement-breakpoint
ALTER TABLE "second_steps" ADD COLUMN "email_code_hash" text;