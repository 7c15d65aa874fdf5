-- Search by any part of a title, client, owner or file name.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE TABLE "auth_accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"role" text NOT NULL,
	"professional_type" text,
	"organization_id" uuid,
	"access_expires_at" timestamp (3) with time zone,
	"invited_by" uuid NOT NULL,
	"invited_by_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'open' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_attempts" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"count" integer NOT NULL,
	"last_attempt" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "login_attempts_kind_key_pk" PRIMARY KEY("kind","key")
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "organizations_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"user_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"name" text NOT NULL,
	"image" text,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"role" text DEFAULT 'guest' NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"organization_id" uuid,
	"professional_type" text,
	"access_expires_at" timestamp (3) with time zone,
	"last_signed_in_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "profiles_email_unique" UNIQUE("email"),
	CONSTRAINT "profiles_email_lower" CHECK ("profiles"."email" = lower(trim("profiles"."email")))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token" text NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"event" text NOT NULL,
	"actor_id" uuid,
	"actor_email" text,
	"actor_name" text,
	"document_id" uuid,
	"access_id" uuid,
	"subject_email" text,
	"notes" text,
	"details" jsonb,
	"ip" text,
	"user_agent" text,
	"request_id" text
);
--> statement-breakpoint
CREATE TABLE "document_access" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"document_id" uuid NOT NULL,
	"user_id" uuid,
	"user_email" text NOT NULL,
	"user_name" text NOT NULL,
	"access_level" text DEFAULT 'download' NOT NULL,
	"granted_by" uuid NOT NULL,
	"granted_by_name" text NOT NULL,
	"granted_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"auto_revoke_date" timestamp (3) with time zone,
	"status" text DEFAULT 'active' NOT NULL,
	"notes" text,
	"client_name" text,
	"client_email" text,
	CONSTRAINT "document_access_email_lower" CHECK ("document_access"."user_email" = lower(trim("document_access"."user_email"))),
	CONSTRAINT "document_access_ends" CHECK ("document_access"."expires_at" is not null or "document_access"."auto_revoke_date" is not null)
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"type" text DEFAULT 'other' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expiry_date" date,
	"file_name" text NOT NULL,
	"file_path" text NOT NULL,
	"file_size" bigint NOT NULL,
	"file_type" text NOT NULL,
	"sha256" text NOT NULL,
	"secure" boolean DEFAULT true NOT NULL,
	"owner_id" uuid NOT NULL,
	"owner_name" text NOT NULL,
	"owner_email" text NOT NULL,
	"organization_id" uuid,
	"client_name" text,
	"wrapped_key" "bytea",
	"master_key_id" text NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	"content_removed_at" timestamp (3) with time zone,
	"search_text" text GENERATED ALWAYS AS (lower(title || ' ' || coalesce(client_name, '') || ' ' || owner_name || ' ' || owner_email || ' ' || file_name)) STORED NOT NULL,
	CONSTRAINT "documents_file_path_unique" UNIQUE("file_path"),
	CONSTRAINT "documents_size" CHECK ("documents"."file_size" >= 0)
);
--> statement-breakpoint
CREATE TABLE "mail_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"data" jsonb NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "auth_accounts" ADD CONSTRAINT "auth_accounts_user_id_profiles_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_profiles_user_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_profiles_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_access" ADD CONSTRAINT "document_access_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_access" ADD CONSTRAINT "document_access_user_id_profiles_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_access" ADD CONSTRAINT "document_access_granted_by_profiles_user_id_fk" FOREIGN KEY ("granted_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_owner_id_profiles_user_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "auth_accounts_user" ON "auth_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "invitations_email" ON "invitations" USING btree ("email");--> statement-breakpoint
CREATE INDEX "invitations_newest" ON "invitations" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "profiles_newest" ON "profiles" USING btree ("created_at","user_id");--> statement-breakpoint
CREATE INDEX "profiles_role" ON "profiles" USING btree ("role");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verifications_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "audit_events_of_document" ON "audit_events" USING btree ("document_id","id");--> statement-breakpoint
CREATE INDEX "audit_events_of_actor" ON "audit_events" USING btree ("actor_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "document_access_one_active" ON "document_access" USING btree ("document_id","user_email") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "document_access_of_person" ON "document_access" USING btree ("user_email","document_id") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "document_access_of_document" ON "document_access" USING btree ("document_id","granted_at");--> statement-breakpoint
CREATE INDEX "document_access_due" ON "document_access" USING btree (least(expires_at, auto_revoke_date)) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "documents_owner" ON "documents" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "documents_organization" ON "documents" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "documents_newest" ON "documents" USING btree ("created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "documents_by_title" ON "documents" USING btree (lower(title),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "documents_by_expiry" ON "documents" USING btree (coalesce(expiry_date, 'infinity'::date),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "documents_by_client" ON "documents" USING btree (lower(coalesce(client_name, '')),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "documents_by_owner_name" ON "documents" USING btree (lower(owner_name),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "documents_by_size" ON "documents" USING btree ("file_size","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "documents_deleted" ON "documents" USING btree ("deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "documents_search" ON "documents" USING gin ("search_text" gin_trgm_ops);