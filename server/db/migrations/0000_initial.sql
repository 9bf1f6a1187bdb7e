-- The tables, their constraints and their indexes are written by drizzle-kit. Extensions, functions and triggers, which it
-- does not know, are written by hand: here what the tables need, and after the tables what needs them.

-- Finds similar words, so that the search corrects misspelled ones.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- The default of orders.number, such as K7M3-2QRD. A function keeps the plan of its query. One that was made while the
-- table was empty would read the whole table for each new order, so sequential scans are off.
CREATE FUNCTION "new_order_number"() RETURNS text LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
DECLARE
  letters constant text := '23456789ABCDEFGHJKMNPQRSTVWXYZ';
  bytes bytea;
  candidate text;
BEGIN
  LOOP
    -- These bytes of a UUID are random; bytes 6 and 8 hold its version and variant.
    bytes := uuid_send(gen_random_uuid());
    candidate := substr(letters, get_byte(bytes, 0) % 30 + 1, 1) ||
      substr(letters, get_byte(bytes, 1) % 30 + 1, 1) ||
      substr(letters, get_byte(bytes, 2) % 30 + 1, 1) ||
      substr(letters, get_byte(bytes, 3) % 30 + 1, 1) ||
      '-' ||
      substr(letters, get_byte(bytes, 10) % 30 + 1, 1) ||
      substr(letters, get_byte(bytes, 11) % 30 + 1, 1) ||
      substr(letters, get_byte(bytes, 12) % 30 + 1, 1) ||
      substr(letters, get_byte(bytes, 13) % 30 + 1, 1);
    EXIT WHEN NOT EXISTS (SELECT 1 FROM "orders" WHERE "number" = candidate);
  END LOOP;
  RETURN candidate;
END $$;
--> statement-breakpoint
CREATE TABLE "account_tokens" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "account_tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"purpose" text NOT NULL,
	"token_hash" text NOT NULL,
	"new_email" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "account_tokens_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "devices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	"trusted_until" timestamp with time zone,
	CONSTRAINT "devices_userId_tokenHash_unique" UNIQUE("user_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "former_usernames" (
	"username_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer,
	"given_up_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "identities_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"provider" text NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean NOT NULL,
	"is_authoritative" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identities_issuer_subject_unique" UNIQUE("issuer","subject"),
	CONSTRAINT "identities_userId_provider_unique" UNIQUE("user_id","provider")
);
--> statement-breakpoint
CREATE TABLE "oauth_states" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"browser_hash" text NOT NULL,
	"purpose" text NOT NULL,
	"session_id" integer,
	"encrypted_secrets" text NOT NULL,
	"return_to" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "profiles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"username" text NOT NULL,
	"bio" text,
	"address" text,
	"date_of_birth" text,
	"gender" text,
	"phone_number" text,
	"profile_picture_key" text,
	"other_media_link" text,
	"twitter" text,
	"linked_in" text,
	"facebook" text,
	"webpage" text,
	"display_name" text,
	"contact_email" text,
	"whatsapp" text,
	"instagram" text,
	"tiktok" text,
	"youtube" text,
	CONSTRAINT "profiles_userId_unique" UNIQUE("user_id"),
	CONSTRAINT "profiles_username_unique" UNIQUE("username"),
	CONSTRAINT "profiles_username_form" CHECK ("profiles"."username" ~ '^[a-z0-9]{3,20}$')
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"reset_at" timestamp with time zone NOT NULL,
	"refusals" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "security_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "security_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer,
	"kind" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"place" text,
	"user_agent" text
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"ip" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "used_captchas" (
	"digest" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_roles" (
	"user_id" integer NOT NULL,
	"role" text NOT NULL,
	CONSTRAINT "user_roles_user_id_role_pk" PRIMARY KEY("user_id","role")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"password_hash" text,
	"verified_at" timestamp with time zone,
	"language_preference" text DEFAULT 'SPA' NOT NULL,
	"theme_preference" text DEFAULT 'system' NOT NULL,
	"suspended_at" timestamp with time zone,
	"suspension_reason" text,
	"sales_closed_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_login_at" timestamp with time zone,
	"login_count" integer DEFAULT 0 NOT NULL,
	"second_factor_since" timestamp with time zone,
	"second_factor_offer_dismissed_at" timestamp with time zone,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "admin_actions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "admin_actions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"admin_id" integer,
	"action" text NOT NULL,
	"target" text NOT NULL,
	"target_id" text NOT NULL,
	"reason" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"product_id" integer NOT NULL,
	"reason" text NOT NULL,
	"detail" text,
	"email" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	"outcome" text
);
--> statement-breakpoint
CREATE TABLE "testimonials" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "testimonials_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"trade" text NOT NULL,
	"quote" text NOT NULL,
	"language" text NOT NULL,
	"seller_id" integer,
	"hidden" boolean DEFAULT false NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "availability_requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "availability_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"product_id" integer NOT NULL,
	"email" text NOT NULL,
	"language" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "availability_requests_productId_email_unique" UNIQUE("product_id","email")
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "categories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"name_es" text NOT NULL,
	"name_en" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "categories_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "product_counts" (
	"category_id" integer NOT NULL,
	"subcategory_id" integer NOT NULL,
	"file_type" text NOT NULL,
	"is_price_dynamic" boolean NOT NULL,
	"delta" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"product_id" integer NOT NULL,
	"version" integer NOT NULL,
	"storage_key" text NOT NULL,
	"file_name" text NOT NULL,
	"type" text NOT NULL,
	"mime" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"pages" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"released_at" timestamp with time zone,
	"scan_state" text,
	"scanned_at" timestamp with time zone,
	"scan_refusal" text,
	"scan_signature" text,
	"on_sale_at" timestamp with time zone,
	CONSTRAINT "product_files_storageKey_unique" UNIQUE("storage_key"),
	CONSTRAINT "product_files_productId_version_unique" UNIQUE("product_id","version")
);
--> statement-breakpoint
CREATE TABLE "product_previews" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_previews_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"product_id" integer NOT NULL,
	"image_key" text NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_previews_imageKey_unique" UNIQUE("image_key")
);
--> statement-breakpoint
CREATE TABLE "product_views" (
	"product_id" integer NOT NULL,
	"seller_id" integer NOT NULL,
	"day" date NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "product_views_product_id_day_pk" PRIMARY KEY("product_id","day")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "products_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"seller_id" integer NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"price" integer NOT NULL,
	"is_price_dynamic" boolean NOT NULL,
	"guarantee_days" integer DEFAULT 0 NOT NULL,
	"category_id" integer NOT NULL,
	"subcategory_id" integer NOT NULL,
	"image_key" text NOT NULL,
	"file_id" integer,
	"sales_count" integer DEFAULT 0 NOT NULL,
	"review_count" integer DEFAULT 0 NOT NULL,
	"review_stars" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"taken_down_at" timestamp with time zone,
	"taken_down_reason" text,
	"request_key" text,
	"request_digest" text,
	"listed" boolean DEFAULT false NOT NULL,
	"file_type" text,
	CONSTRAINT "products_price" CHECK ("products"."price" between 1 and 999999)
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subcategories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subcategories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"category_id" integer NOT NULL,
	"slug" text NOT NULL,
	"name_es" text NOT NULL,
	"name_en" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "subcategories_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "jobs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"dedupe_key" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"run_at" timestamp with time zone DEFAULT now() NOT NULL,
	"leased_until" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"max_attempts" integer NOT NULL,
	"lost_leases" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"traceparent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "jobs_dedupeKey_unique" UNIQUE("dedupe_key")
);
--> statement-breakpoint
CREATE TABLE "schedules" (
	"name" text PRIMARY KEY NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"payment_id" text NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"from_account" text NOT NULL,
	"to_account" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_entries_payment" UNIQUE("payment_id","number"),
	CONSTRAINT "ledger_entries_amount" CHECK ("ledger_entries"."amount_minor" > 0),
	CONSTRAINT "ledger_entries_accounts" CHECK ("ledger_entries"."from_account" <> "ledger_entries"."to_account")
);
--> statement-breakpoint
CREATE TABLE "invariant_checks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invariant_checks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"duration_ms" integer NOT NULL,
	"findings" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "processes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"host" text NOT NULL,
	"version" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"stopped_at" timestamp with time zone,
	"activity" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_settings" (
	"user_id" integer NOT NULL,
	"topic" text NOT NULL,
	"mail" boolean NOT NULL,
	CONSTRAINT "mail_settings_user_id_topic_pk" PRIMARY KEY("user_id","topic")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"detail" jsonb NOT NULL,
	"dedupe_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "notifications_userId_dedupeKey_unique" UNIQUE("user_id","dedupe_key")
);
--> statement-breakpoint
CREATE TABLE "order_emails" (
	"order_id" uuid NOT NULL,
	"key" text NOT NULL,
	"queued_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_emails_order_id_key_pk" PRIMARY KEY("order_id","key")
);
--> statement-breakpoint
CREATE TABLE "refused_order_mails" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"address_hash" text NOT NULL,
	"message_id" text NOT NULL,
	"code" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "download_grants" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "download_grants_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_item_id" integer NOT NULL,
	"granted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"downloads_left" integer NOT NULL,
	"unsent_bytes" bigint DEFAULT 0 NOT NULL,
	"closed_at" timestamp with time zone,
	"closed_reason" text,
	CONSTRAINT "download_grants_orderItemId_unique" UNIQUE("order_item_id")
);
--> statement-breakpoint
CREATE TABLE "downloads" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "downloads_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"grant_id" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_agent" text,
	"from_start" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"product_id" integer NOT NULL,
	"file_id" integer NOT NULL,
	"seller_id" integer NOT NULL,
	"sold_at" timestamp (3) with time zone NOT NULL,
	"sale_state" text,
	"currency" text NOT NULL,
	"name" text NOT NULL,
	"guarantee_days" integer DEFAULT 0 NOT NULL,
	"price_minor" bigint NOT NULL,
	"fee_percent" integer NOT NULL,
	"fee_minor" bigint NOT NULL,
	"seller_share_minor" bigint NOT NULL,
	"provider_fee_minor" bigint,
	"refunded_minor" bigint DEFAULT 0 NOT NULL,
	"net_minor" bigint,
	CONSTRAINT "order_items_split" CHECK ("order_items"."fee_minor" + "order_items"."seller_share_minor" = "order_items"."price_minor")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text DEFAULT new_order_number() NOT NULL,
	"seller_id" integer NOT NULL,
	"collector_id" text NOT NULL,
	"payer_email" text NOT NULL,
	"language" text NOT NULL,
	"state" text NOT NULL,
	"currency" text NOT NULL,
	"total_minor" bigint NOT NULL,
	"fee_minor" bigint NOT NULL,
	"provider_key" uuid NOT NULL,
	"preference_id" text,
	"payment_url" text,
	"request_key" text,
	"request_digest" text,
	"browser_hash" text,
	"token_version" integer DEFAULT 1 NOT NULL,
	"review_reason" text,
	"held_at" timestamp with time zone,
	"admins_informed_at" timestamp with time zone,
	"payment_emails_muted_at" timestamp with time zone,
	"access_closed_at" timestamp with time zone,
	"access_closed_reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"approved_at" timestamp with time zone,
	"approved_payment_id" text,
	"next_check_at" timestamp with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	"check_requested_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"status" text NOT NULL,
	"status_detail" text,
	"method" text,
	"method_type" text,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"collector_id" text NOT NULL,
	"refunded_minor" bigint DEFAULT 0 NOT NULL,
	"provider_fee_minor" bigint,
	"application_fee_minor" bigint,
	"instructions_url" text,
	"deadline" timestamp with time zone,
	"money_release_at" timestamp with time zone,
	"provider_created_at" timestamp with time zone,
	"provider_updated_at" timestamp with time zone,
	"problem" text,
	"merchant_order_id" text,
	"is_part" boolean DEFAULT false NOT NULL,
	"refund_due" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"booked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "address_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "address_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"requested_by" text NOT NULL,
	"new_email" text NOT NULL,
	"new_token_hash" text NOT NULL,
	"old_token_hash" text,
	"new_confirmed_at" timestamp with time zone,
	"old_confirmed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "address_changes_newTokenHash_unique" UNIQUE("new_token_hash"),
	CONSTRAINT "address_changes_oldTokenHash_unique" UNIQUE("old_token_hash")
);
--> statement-breakpoint
CREATE TABLE "receipt_buyers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "receipt_buyers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"name" text NOT NULL,
	"tax_id_kind" text NOT NULL,
	"tax_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipt_numbers" (
	"seller_id" integer PRIMARY KEY NOT NULL,
	"latest" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"seller_id" integer NOT NULL,
	"number" integer NOT NULL,
	"seller_name" text,
	"seller_tax_id_kind" text,
	"seller_tax_id" text,
	"issued_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seller_tax_data" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"tax_id_kind" text NOT NULL,
	"tax_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reconciliation_reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reconciliation_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"seller_id" integer NOT NULL,
	"period_from" timestamp with time zone NOT NULL,
	"period_to" timestamp with time zone NOT NULL,
	"currency" text NOT NULL,
	"provider_count" integer NOT NULL,
	"provider_kept_minor" bigint NOT NULL,
	"own_count" integer NOT NULL,
	"own_kept_minor" bigint NOT NULL,
	"differences" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"challenge" text PRIMARY KEY NOT NULL,
	"bound_to" text NOT NULL,
	"user_handle" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "passkeys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"user_handle" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"is_synced" boolean NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "passkeys_credentialId_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recovery_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"salt" text NOT NULL,
	"code_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "second_factor_resets" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"effective_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "second_steps" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "second_steps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "second_steps_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "totp_authenticators" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"encrypted_secret" text NOT NULL,
	"last_used_period" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unmatched_payments" (
	"id" text PRIMARY KEY NOT NULL,
	"seller_id" integer NOT NULL,
	"collector_id" text NOT NULL,
	"order_id" text NOT NULL,
	"status" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"refunded_minor" bigint NOT NULL,
	"application_fee_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"paid_at" timestamp with time zone,
	"provider_updated_at" timestamp with time zone,
	"first_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"dismissed_at" timestamp with time zone,
	"rebuilt_at" timestamp with time zone,
	"admins_informed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"topic" text NOT NULL,
	"data_id" text NOT NULL,
	"action" text NOT NULL,
	"request_id" text NOT NULL,
	"payload" jsonb NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"processed_at" timestamp with time zone,
	"outcome" text,
	CONSTRAINT "webhook_events_topic_dataId_action_requestId_unique" UNIQUE("topic","data_id","action","request_id")
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid,
	"payment_id" text NOT NULL,
	"requested_by" integer,
	"reason" text,
	"amount_minor" bigint,
	"refunded_before_minor" bigint,
	"item_ids" integer[],
	"request_key" text,
	"request_digest" text,
	"provider_refund_id" text,
	"state" text NOT NULL,
	"refusal" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "refunds_part" CHECK (("refunds"."amount_minor" is null) = ("refunds"."refunded_before_minor" is null) and "refunds"."amount_minor" > 0)
);
--> statement-breakpoint
CREATE TABLE "withdrawal_requests" (
	"contact" text NOT NULL,
	"day" date NOT NULL,
	"code" text NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"mailed_at" timestamp with time zone,
	CONSTRAINT "withdrawal_requests_contact_day_pk" PRIMARY KEY("contact","day"),
	CONSTRAINT "withdrawal_requests_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "withdrawals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "withdrawals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"seller_id" integer NOT NULL,
	"code" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"item_ids" integer[] NOT NULL,
	"due_at" timestamp with time zone,
	"decision" text,
	"decided_at" timestamp with time zone,
	"decided_by" integer,
	"reason" text,
	"refusals" integer DEFAULT 0 NOT NULL,
	"retry_at" timestamp with time zone,
	"next_at" timestamp with time zone,
	"ended_as" text,
	"ended_at" timestamp with time zone,
	CONSTRAINT "withdrawals_orderId_unique" UNIQUE("order_id")
);
--> statement-breakpoint
CREATE TABLE "muted_review_reminders" (
	"address_digest" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_reviews" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_reviews_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_item_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"seller_id" integer NOT NULL,
	"stars" integer NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"name" text,
	"language" text NOT NULL,
	"counts" boolean DEFAULT false NOT NULL,
	"reply" text,
	"replied_at" timestamp with time zone,
	"hidden_at" timestamp with time zone,
	"hidden_reason" text,
	"deleted_at" timestamp with time zone,
	"reported_at" timestamp with time zone,
	"report_reason" text,
	"report_closed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_reviews_orderItemId_unique" UNIQUE("order_item_id"),
	CONSTRAINT "product_reviews_stars" CHECK ("product_reviews"."stars" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "link_attempts" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"session_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"code_verifier" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_accounts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"collector_id" text NOT NULL,
	"access_token" text NOT NULL,
	"refresh_token" text NOT NULL,
	"scope" text,
	"live_mode" boolean NOT NULL,
	"token_expires_at" timestamp with time zone NOT NULL,
	"refresh_lease_until" timestamp with time zone,
	"state" text NOT NULL,
	"state_since" timestamp with time zone DEFAULT now() NOT NULL,
	"reconciliation_requested_at" timestamp with time zone,
	"reconciled_until" timestamp with time zone,
	"linked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"activates_at" timestamp with time zone,
	"undo_token_hash" text,
	CONSTRAINT "payment_accounts_undoTokenHash_unique" UNIQUE("undo_token_hash"),
	CONSTRAINT "payment_accounts_userId_collectorId_unique" UNIQUE("user_id","collector_id")
);
--> statement-breakpoint
CREATE TABLE "seller_storage_usage" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"used_bytes" bigint DEFAULT 0 NOT NULL,
	"quota_bytes" bigint,
	"notified_percent" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_usernames" ADD CONSTRAINT "former_usernames_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "security_events" ADD CONSTRAINT "security_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_actions" ADD CONSTRAINT "admin_actions_admin_id_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_reports" ADD CONSTRAINT "product_reports_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "testimonials" ADD CONSTRAINT "testimonials_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "availability_requests" ADD CONSTRAINT "availability_requests_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_files" ADD CONSTRAINT "product_files_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_previews" ADD CONSTRAINT "product_previews_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_views" ADD CONSTRAINT "product_views_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_views" ADD CONSTRAINT "product_views_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_subcategory_id_subcategories_id_fk" FOREIGN KEY ("subcategory_id") REFERENCES "public"."subcategories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subcategories" ADD CONSTRAINT "subcategories_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_settings" ADD CONSTRAINT "mail_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_emails" ADD CONSTRAINT "order_emails_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refused_order_mails" ADD CONSTRAINT "refused_order_mails_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "download_grants" ADD CONSTRAINT "download_grants_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_grant_id_download_grants_id_fk" FOREIGN KEY ("grant_id") REFERENCES "public"."download_grants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_file_id_product_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."product_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "address_changes" ADD CONSTRAINT "address_changes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt_buyers" ADD CONSTRAINT "receipt_buyers_order_id_receipts_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."receipts"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt_numbers" ADD CONSTRAINT "receipt_numbers_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seller_tax_data" ADD CONSTRAINT "seller_tax_data_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_reports" ADD CONSTRAINT "reconciliation_reports_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factor_resets" ADD CONSTRAINT "second_factor_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_steps" ADD CONSTRAINT "second_steps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp_authenticators" ADD CONSTRAINT "totp_authenticators_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unmatched_payments" ADD CONSTRAINT "unmatched_payments_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_reviews" ADD CONSTRAINT "product_reviews_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_reviews" ADD CONSTRAINT "product_reviews_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_reviews" ADD CONSTRAINT "product_reviews_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_attempts" ADD CONSTRAINT "link_attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD CONSTRAINT "payment_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seller_storage_usage" ADD CONSTRAINT "seller_storage_usage_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_tokens_user_id_purpose_index" ON "account_tokens" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE INDEX "devices_token_hash_index" ON "devices" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "former_usernames_user_id_index" ON "former_usernames" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "oauth_states_expires_at_index" ON "oauth_states" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "rate_limits_reset_at_index" ON "rate_limits" USING btree ("reset_at");--> statement-breakpoint
CREATE INDEX "security_events_user_id_id_index" ON "security_events" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "security_events_at_index" ON "security_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "sessions_user_id_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "used_captchas_expires_at_index" ON "used_captchas" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "admin_actions_target_target_id_id_index" ON "admin_actions" USING btree ("target","target_id","id");--> statement-breakpoint
CREATE INDEX "product_reports_product_id_index" ON "product_reports" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "product_reports_open" ON "product_reports" USING btree ("id") WHERE "product_reports"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "availability_requests_created_at_index" ON "availability_requests" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "product_files_waiting" ON "product_files" USING btree ("id") WHERE scan_state = 'waiting';--> statement-breakpoint
CREATE INDEX "product_files_refused" ON "product_files" USING btree ("id") WHERE scan_refusal is not null;--> statement-breakpoint
CREATE INDEX "product_previews_product_id_position_index" ON "product_previews" USING btree ("product_id","position");--> statement-breakpoint
CREATE INDEX "product_views_seller_id_day_index" ON "product_views" USING btree ("seller_id","day");--> statement-breakpoint
CREATE INDEX "product_views_day_index" ON "product_views" USING btree ("day");--> statement-breakpoint
CREATE INDEX "products_seller_id_id_index" ON "products" USING btree ("seller_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "products_request" ON "products" USING btree ("seller_id","request_key") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "products_newest" ON "products" USING btree ("id") WHERE listed;--> statement-breakpoint
CREATE INDEX "products_sold" ON "products" USING btree ("sales_count","id") WHERE listed;--> statement-breakpoint
CREATE INDEX "products_price_order" ON "products" USING btree ("price","id") WHERE listed;--> statement-breakpoint
CREATE INDEX "products_rated" ON "products" USING btree ((((review_stars + 9) * 1000::bigint / (review_count + 3))::int),"id") WHERE listed;--> statement-breakpoint
CREATE INDEX "products_category_newest" ON "products" USING btree ("category_id","id") WHERE listed;--> statement-breakpoint
CREATE INDEX "products_category_sold" ON "products" USING btree ("category_id","sales_count","id") WHERE listed;--> statement-breakpoint
CREATE INDEX "products_category_price" ON "products" USING btree ("category_id","price","id") WHERE listed;--> statement-breakpoint
CREATE INDEX "products_category_rated" ON "products" USING btree ("category_id",(((review_stars + 9) * 1000::bigint / (review_count + 3))::int),"id") WHERE listed;--> statement-breakpoint
CREATE INDEX "products_subcategory_newest" ON "products" USING btree ("subcategory_id","id") WHERE listed;--> statement-breakpoint
CREATE INDEX "products_subcategory_sold" ON "products" USING btree ("subcategory_id","sales_count","id") WHERE listed;--> statement-breakpoint
CREATE INDEX "products_subcategory_price" ON "products" USING btree ("subcategory_id","price","id") WHERE listed;--> statement-breakpoint
CREATE INDEX "products_subcategory_rated" ON "products" USING btree ("subcategory_id",(((review_stars + 9) * 1000::bigint / (review_count + 3))::int),"id") WHERE listed;--> statement-breakpoint
CREATE INDEX "products_deleted" ON "products" USING btree ("id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "products_taken_down" ON "products" USING btree ("id") WHERE taken_down_at is not null;--> statement-breakpoint
CREATE INDEX "products_type" ON "products" USING btree ("file_type","category_id") WHERE listed;--> statement-breakpoint
CREATE INDEX "products_dynamic" ON "products" USING btree ("category_id") WHERE listed and is_price_dynamic;--> statement-breakpoint
CREATE INDEX "products_well_rated" ON "products" USING btree ("category_id") WHERE listed and review_count >= 3 and review_stars * 20 >= review_count * 79;--> statement-breakpoint
CREATE INDEX "subcategories_category_id_position_index" ON "subcategories" USING btree ("category_id","position");--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("run_at") WHERE "jobs"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "jobs_done" ON "jobs" USING btree ("finished_at") WHERE "jobs"."state" = 'done';--> statement-breakpoint
CREATE INDEX "jobs_dead" ON "jobs" USING btree ("finished_at") WHERE "jobs"."state" = 'dead';--> statement-breakpoint
CREATE INDEX "ledger_entries_commission" ON "ledger_entries" USING btree ("occurred_at","currency","kind","from_account","amount_minor") WHERE "ledger_entries"."kind" in ('commission', 'commission_difference', 'commission_returned');--> statement-breakpoint
CREATE INDEX "ledger_entries_commission_difference" ON "ledger_entries" USING btree ("occurred_at","id") WHERE "ledger_entries"."kind" = 'commission_difference';--> statement-breakpoint
CREATE INDEX "invariant_checks_at_index" ON "invariant_checks" USING btree ("at");--> statement-breakpoint
CREATE INDEX "notifications_user_id_id_index" ON "notifications" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "notifications_age" ON "notifications" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id","id") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "downloads_grant_id_at_index" ON "downloads" USING btree ("grant_id","at");--> statement-breakpoint
CREATE INDEX "order_events_order_id_id_index" ON "order_events" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "order_items_order_id_index" ON "order_items" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_items_file_id_index" ON "order_items" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "order_items_sales" ON "order_items" USING btree ("seller_id","sold_at","id") WHERE "order_items"."sale_state" is not null;--> statement-breakpoint
CREATE INDEX "order_items_product_id_sold_at_id_index" ON "order_items" USING btree ("product_id","sold_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_number" ON "orders" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_request_key" ON "orders" USING btree ("request_key");--> statement-breakpoint
CREATE INDEX "orders_due" ON "orders" USING btree ("next_check_at") WHERE "orders"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_seller_id_created_at_index" ON "orders" USING btree ("seller_id","created_at");--> statement-breakpoint
CREATE INDEX "orders_payer_email_index" ON "orders" USING btree ("payer_email");--> statement-breakpoint
CREATE INDEX "orders_state" ON "orders" USING btree ("state");--> statement-breakpoint
CREATE INDEX "orders_review" ON "orders" USING btree ("created_at") WHERE "orders"."state" = 'review';--> statement-breakpoint
CREATE INDEX "orders_admins_informed" ON "orders" USING btree ("admins_informed_at") WHERE "orders"."admins_informed_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_commission_review" ON "orders" USING btree ("created_at") WHERE "orders"."review_reason" = 'another_commission';--> statement-breakpoint
CREATE INDEX "orders_abandoned" ON "orders" USING btree ("created_at") WHERE "orders"."state" = 'expired' and "orders"."payer_email" <> '';--> statement-breakpoint
CREATE INDEX "orders_open" ON "orders" USING btree ("seller_id") WHERE "orders"."state" = 'open';--> statement-breakpoint
CREATE INDEX "orders_access_closed" ON "orders" USING btree ("access_closed_at") WHERE "orders"."access_closed_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_held" ON "orders" USING btree ("held_at") WHERE "orders"."held_at" is not null;--> statement-breakpoint
CREATE INDEX "payments_order_id_index" ON "payments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payments_unbooked" ON "payments" USING btree ("id") WHERE "payments"."booked_at" is distinct from "payments"."updated_at";--> statement-breakpoint
CREATE INDEX "payments_refund_due" ON "payments" USING btree ("order_id") WHERE "payments"."refund_due";--> statement-breakpoint
CREATE INDEX "address_changes_order_id_index" ON "address_changes" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "receipt_buyers_order_id_id_index" ON "receipt_buyers" USING btree ("order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_number" ON "receipts" USING btree ("seller_id","number");--> statement-breakpoint
CREATE INDEX "reconciliation_reports_at_index" ON "reconciliation_reports" USING btree ("at");--> statement-breakpoint
CREATE INDEX "passkey_challenges_expires_at_index" ON "passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "passkeys_user_id_index" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "recovery_codes_user_id_index" ON "recovery_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "second_steps_user_id_index" ON "second_steps" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "second_steps_expires_at_index" ON "second_steps" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "unmatched_payments_kept" ON "unmatched_payments" USING btree ("first_seen_at") WHERE "unmatched_payments"."status" in ('approved', 'in_mediation');--> statement-breakpoint
CREATE INDEX "webhook_events_processed_at_index" ON "webhook_events" USING btree ("processed_at");--> statement-breakpoint
CREATE INDEX "refunds_order_id_index" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_one_undecided" ON "refunds" USING btree ("payment_id") WHERE "refunds"."state" in ('requested', 'sent');--> statement-breakpoint
CREATE INDEX "withdrawals_due" ON "withdrawals" USING btree ("next_at") WHERE "withdrawals"."next_at" is not null;--> statement-breakpoint
CREATE INDEX "withdrawals_seller_id_id_index" ON "withdrawals" USING btree ("seller_id","id");--> statement-breakpoint
CREATE INDEX "product_reviews_shown" ON "product_reviews" USING btree ("product_id","id") WHERE "product_reviews"."counts";--> statement-breakpoint
CREATE INDEX "product_reviews_seller_id_id_index" ON "product_reviews" USING btree ("seller_id","id");--> statement-breakpoint
CREATE INDEX "product_reviews_reported" ON "product_reviews" USING btree ("id") WHERE "product_reviews"."reported_at" is not null and "product_reviews"."report_closed_at" is null;--> statement-breakpoint
CREATE INDEX "product_reviews_hidden" ON "product_reviews" USING btree ("id") WHERE "product_reviews"."hidden_at" is not null;--> statement-breakpoint
CREATE INDEX "link_attempts_expires_at_index" ON "link_attempts" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_accounts_linked_user" ON "payment_accounts" USING btree ("user_id") WHERE "payment_accounts"."state" = 'linked';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_accounts_linked_collector" ON "payment_accounts" USING btree ("collector_id") WHERE "payment_accounts"."state" = 'linked';--> statement-breakpoint
CREATE INDEX "payment_accounts_collector_id_index" ON "payment_accounts" USING btree ("collector_id");
--> statement-breakpoint
-- Search, lists and their counts (decisions 0021 and 0036).

-- Lowercase without accents, like `normalizeText` in server/features/catalog/search/words.ts.
CREATE FUNCTION "normalize_text"(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT regexp_replace(lower(normalize(words, NFKD)), E'[\u0300-\u036f]', '', 'g')
$$;
--> statement-breakpoint
-- The names of a subcategory and of its category in both languages.
CREATE FUNCTION "category_names"(subcategory integer) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT concat_ws(' ', s.name_es, s.name_en, c.name_es, c.name_en)
  FROM subcategories s JOIN categories c ON c.id = s.category_id WHERE s.id = subcategory
$$;
--> statement-breakpoint
-- What people call a file of this type, besides its extension.
CREATE FUNCTION "type_words"(file_type text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT file_type || CASE file_type
    WHEN 'xlsx' THEN ' excel' WHEN 'doc' THEN ' word' WHEN 'docx' THEN ' word' WHEN 'pptx' THEN ' powerpoint'
    WHEN 'epub' THEN ' ebook' WHEN 'mp3' THEN ' audio' WHEN 'wav' THEN ' audio' WHEN 'mp4' THEN ' video' ELSE '' END
$$;
--> statement-breakpoint
-- Lexemes of both languages by weight: A the name, C the category, D description and file type. The lexemes of the name
-- stand there once more behind '=', and the whole name behind '==', so that one index answers where a word matched.
CREATE FUNCTION "product_lexemes"(name text, description text, category text, file_type text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT setweight(named, 'A')
    || array_to_tsvector(array(SELECT '=' || word FROM unnest(tsvector_to_array(named)) word)
      || ('==' || trim(regexp_replace(normalize_text(name), '[^[:alnum:]]+', ' ', 'g'))))
    || setweight(to_tsvector('spanish', normalize_text(category)) || to_tsvector('english', normalize_text(category)), 'C')
    || setweight(to_tsvector('spanish', normalize_text(description)) || to_tsvector('english', normalize_text(description))
      || to_tsvector('simple', coalesce(type_words(file_type), '')), 'D')
  FROM (SELECT to_tsvector('simple', normalize_text(name)) || to_tsvector('spanish', normalize_text(name)) || to_tsvector('english', normalize_text(name)) AS named) of_name
$$;
--> statement-breakpoint
-- The column is not in the schema of the code, so that no query reads it by accident.
ALTER TABLE "products" ADD COLUMN "search" tsvector;
--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin ("search") WITH (fastupdate = off);
--> statement-breakpoint
CREATE INDEX "search_words_alike" ON "search_words" USING gin ("word" gin_trgm_ops);
--> statement-breakpoint
-- Sets whether a product is listed, the type of its file and its lexemes, and adds its words to those of the search.
CREATE FUNCTION "set_product_search"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE category text;
BEGIN
  NEW.listed := NEW.deleted_at IS NULL AND NEW.taken_down_at IS NULL AND NEW.file_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = NEW.seller_id AND (u.suspended_at IS NOT NULL OR u.closed_at IS NOT NULL));
  NEW.file_type := (SELECT f.type FROM product_files f WHERE f.id = NEW.file_id);
  IF TG_OP = 'INSERT' OR NEW.search IS NULL OR NEW.name <> OLD.name OR NEW.description <> OLD.description
    OR NEW.subcategory_id <> OLD.subcategory_id OR NEW.file_type IS DISTINCT FROM OLD.file_type THEN
    category := coalesce(category_names(NEW.subcategory_id), '');
    NEW.search := product_lexemes(NEW.name, NEW.description, category, NEW.file_type);
    -- Sorted, so that two transactions that insert the same words do not wait for each other.
    INSERT INTO search_words (word)
      SELECT DISTINCT word FROM regexp_split_to_table(normalize_text(concat_ws(' ', NEW.name, NEW.description, category, type_words(NEW.file_type))), '[^[:alnum:]]+') AS word
      WHERE length(word) BETWEEN 3 AND 30 ORDER BY word
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "set_product_search" BEFORE INSERT OR UPDATE OF "name", "description", "subcategory_id", "seller_id", "file_id", "deleted_at", "taken_down_at", "listed" ON "products" FOR EACH ROW EXECUTE FUNCTION "set_product_search"();
--> statement-breakpoint
-- Adds the differences that a change makes to the counts of listed products.
CREATE FUNCTION "count_product"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.listed, NEW.category_id, NEW.subcategory_id, NEW.file_type, NEW.is_price_dynamic)
    IS NOT DISTINCT FROM (OLD.listed, OLD.category_id, OLD.subcategory_id, OLD.file_type, OLD.is_price_dynamic)
  THEN RETURN NULL; END IF;
  IF TG_OP <> 'INSERT' AND OLD.listed THEN
    INSERT INTO product_counts VALUES (OLD.category_id, OLD.subcategory_id, OLD.file_type, OLD.is_price_dynamic, -1);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.listed THEN
    INSERT INTO product_counts VALUES (NEW.category_id, NEW.subcategory_id, NEW.file_type, NEW.is_price_dynamic, 1);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "count_product" AFTER INSERT OR DELETE OR UPDATE OF "name", "category_id", "subcategory_id", "seller_id", "file_id", "is_price_dynamic", "deleted_at", "taken_down_at", "listed" ON "products" FOR EACH ROW EXECUTE FUNCTION "count_product"();
--> statement-breakpoint
-- Cache invalidation (decision 0020): triggers notify, in the transaction of the change, which public pages and responses
-- are outdated. Tags: product:<id>, seller:<user id>, products (every list), sales (lists by sales), testimonials;
-- * stands for everything.

CREATE FUNCTION "invalidate"(VARIADIC tags text[]) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('public_changes', tag) FROM unnest(tags) AS tag
$$;
--> statement-breakpoint
-- Compares whole rows except the columns that nobody is shown: a new column is announced unless it is named here.
CREATE FUNCTION "product_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.sales_count <> OLD.sales_count THEN PERFORM invalidate('sales'); END IF;
    OLD.sales_count := NEW.sales_count;
    OLD.updated_at := NEW.updated_at;
    OLD.search := NEW.search;
    OLD.request_key := NEW.request_key;
    OLD.request_digest := NEW.request_digest;
    OLD.taken_down_reason := NEW.taken_down_reason;
    IF OLD IS NOT DISTINCT FROM NEW THEN RETURN NULL; END IF;
  END IF;
  PERFORM invalidate('product:' || NEW.id, 'seller:' || NEW.seller_id, 'products');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "product_changed" AFTER INSERT OR UPDATE ON "products" FOR EACH ROW EXECUTE FUNCTION "product_changed"();
--> statement-breakpoint
CREATE FUNCTION "preview_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate('product:' || coalesce(NEW.product_id, OLD.product_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "preview_changed" AFTER INSERT OR UPDATE OR DELETE ON "product_previews" FOR EACH ROW EXECUTE FUNCTION "preview_changed"();
--> statement-breakpoint
-- As for products: a new column is announced unless it is named here.
CREATE FUNCTION "profile_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.username <> OLD.username THEN PERFORM invalidate('products'); END IF;
  OLD.address := NEW.address;
  OLD.date_of_birth := NEW.date_of_birth;
  OLD.gender := NEW.gender;
  OLD.phone_number := NEW.phone_number;
  OLD.other_media_link := NEW.other_media_link;
  IF OLD IS DISTINCT FROM NEW THEN PERFORM invalidate('seller:' || NEW.user_id); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "profile_changed" AFTER UPDATE ON "profiles" FOR EACH ROW EXECUTE FUNCTION "profile_changed"();
--> statement-breakpoint
-- Updates whether the products of a seller are listed. Their rows are locked by id, so that two changes do not deadlock.
CREATE FUNCTION "seller_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM products p WHERE p.seller_id = NEW.id ORDER BY p.id FOR UPDATE;
  UPDATE products SET listed = listed WHERE seller_id = NEW.id;
  PERFORM invalidate('seller:' || NEW.id, 'products');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "seller_changed" AFTER UPDATE ON "users" FOR EACH ROW
  WHEN (NEW.suspended_at IS DISTINCT FROM OLD.suspended_at OR NEW.closed_at IS DISTINCT FROM OLD.closed_at
    OR NEW.sales_closed_at IS DISTINCT FROM OLD.sales_closed_at)
  EXECUTE FUNCTION "seller_changed"();
--> statement-breakpoint
-- Products can be bought while their seller has a linked account.
CREATE FUNCTION "payment_account_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.state = 'linked') = (OLD.state = 'linked') AND NEW.user_id = OLD.user_id
  THEN RETURN NULL; END IF;
  PERFORM invalidate('seller:' || coalesce(NEW.user_id, OLD.user_id), 'products');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "payment_account_changed" AFTER INSERT OR UPDATE OR DELETE ON "payment_accounts" FOR EACH ROW EXECUTE FUNCTION "payment_account_changed"();
--> statement-breakpoint
-- Rare changes that appear on many pages.
CREATE FUNCTION "invalidate_everything"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate('*');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "categories_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "categories" FOR EACH STATEMENT EXECUTE FUNCTION "invalidate_everything"();
--> statement-breakpoint
CREATE TRIGGER "subcategories_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "subcategories" FOR EACH STATEMENT EXECUTE FUNCTION "invalidate_everything"();
--> statement-breakpoint
CREATE TRIGGER "products_deleted" AFTER DELETE OR TRUNCATE ON "products" FOR EACH STATEMENT EXECUTE FUNCTION "invalidate_everything"();
--> statement-breakpoint
CREATE FUNCTION "testimonials_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate('testimonials');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "testimonials_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "testimonials" FOR EACH STATEMENT EXECUTE FUNCTION "testimonials_changed"();
--> statement-breakpoint
-- The pages of a file are counted after its product was published and cached.
CREATE FUNCTION "file_pages_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate('product:' || p.id, 'seller:' || p.seller_id, 'products') FROM products p WHERE p.file_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "file_pages_changed" AFTER UPDATE OF "pages" ON "product_files" FOR EACH ROW EXECUTE FUNCTION "file_pages_changed"();
--> statement-breakpoint
-- A cached profile under a former username is dropped when somebody else takes the username, or its owner closes the account.
CREATE FUNCTION "former_username_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate('seller:' || OLD.user_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "former_username_changed" AFTER UPDATE OR DELETE ON "former_usernames" FOR EACH ROW
  WHEN (OLD.user_id IS NOT NULL)
  EXECUTE FUNCTION "former_username_changed"();
--> statement-breakpoint
-- Product reviews and their sums (decision 0058).

-- Decides whether a review counts. The lock on its item makes this transaction wait for one that changes the sale at the
-- same time, so that a review and a refund always see each other.
CREATE FUNCTION "set_review_counts"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE is_paid boolean;
BEGIN
  SELECT i.sale_state = 'approved' AND i.refunded_minor < i.price_minor INTO is_paid
    FROM order_items i WHERE i.id = NEW.order_item_id FOR SHARE;
  NEW.counts := coalesce(is_paid, false) AND NEW.hidden_at IS NULL AND NEW.deleted_at IS NULL;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "set_review_counts" BEFORE INSERT OR UPDATE OF "order_item_id", "counts", "hidden_at", "deleted_at" ON "product_reviews" FOR EACH ROW EXECUTE FUNCTION "set_review_counts"();
--> statement-breakpoint
-- A refund or a chargeback takes the review of an item out of the average, and a won chargeback puts it back.
CREATE FUNCTION "reviewed_sale_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product_reviews SET counts = counts WHERE order_item_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "reviewed_sale_changed" AFTER UPDATE OF "sale_state", "refunded_minor" ON "order_items" FOR EACH ROW
  WHEN (NEW.sale_state IS DISTINCT FROM OLD.sale_state OR NEW.refunded_minor <> OLD.refunded_minor)
  EXECUTE FUNCTION "reviewed_sale_changed"();
--> statement-breakpoint
-- Keeps the sums of a product, which its update announces to the caches (decision 0020). The list of reviews is announced
-- for changes that leave the sums as they are, too.
CREATE FUNCTION "review_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  counted_before integer := CASE WHEN TG_OP <> 'INSERT' AND OLD.counts THEN 1 ELSE 0 END;
  counted_now integer := CASE WHEN TG_OP <> 'DELETE' AND NEW.counts THEN 1 ELSE 0 END;
  more_stars integer := 0;
BEGIN
  IF counted_before = 1 THEN more_stars := more_stars - OLD.stars; END IF;
  IF counted_now = 1 THEN more_stars := more_stars + NEW.stars; END IF;
  IF counted_before = 0 AND counted_now = 0 THEN RETURN NULL; END IF;
  IF counted_before <> counted_now OR more_stars <> 0 THEN
    UPDATE products SET review_count = review_count + counted_now - counted_before,
      review_stars = review_stars + more_stars
      WHERE id = coalesce(NEW.product_id, OLD.product_id);
  END IF;
  PERFORM invalidate('product:' || coalesce(NEW.product_id, OLD.product_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "review_changed" AFTER INSERT OR UPDATE OR DELETE ON "product_reviews" FOR EACH ROW EXECUTE FUNCTION "review_changed"();
--> statement-breakpoint
-- The ledger is only appended to (decision 0045).
CREATE FUNCTION "refuse_ledger_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'entries of the ledger are never changed or deleted; append the difference' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER "refuse_ledger_change" BEFORE UPDATE OR DELETE ON "ledger_entries" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();
--> statement-breakpoint
-- Wakes workers when the transaction that adds a job has committed (decision 0024).
CREATE FUNCTION "job_added"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('jobs', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "job_added" AFTER INSERT ON "jobs" FOR EACH STATEMENT EXECUTE FUNCTION "job_added"();
