ALTER TABLE "profiles" ADD COLUMN "display_name" text;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "contact_email" text;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "whatsapp" text;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "instagram" text;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "tiktok" text;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "youtube" text;