ALTER TABLE "second_steps" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "second_steps" ADD COLUMN "email_code_hash" text;--> statement-breakpoint
ALTER TABLE "rate_limits" DROP COLUMN "refusals";