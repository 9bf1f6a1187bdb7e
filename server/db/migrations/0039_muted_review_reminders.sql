CREATE TABLE "muted_review_reminders" (
	"address_digest" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
